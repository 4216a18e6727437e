// Numbers that are typed, entries that are half typed, and what a form says as a command.

const NUMBER = /^[+\-\u2212]?[0-9]{1,4}$/;

// The command of a form: what stands in it already, with every input's value at its path.
export function collected(form) {
  const value = JSON.parse(form.dataset.command || form.dataset.ask || form.dataset.body);
  const inputs = Array.from(form.elements).filter((input) => input.dataset && input.dataset.path && !input.matches(":disabled"));
  for (const input of inputs) {
    const kind = input.dataset.kind;
    let told;
    if (kind === "number") {
      const text = input.value.trim();
      if (text === "" && !input.required) continue;
      told = readNumber(text);
      if (told === null) return { wrong: input };
    } else if (kind === "flag") {
      if (!input.checked) continue;
      told = true;
    } else if (kind === "text") {
      if (input.value === "") continue;
      told = input.value;
    } else {
      if (input.value === "" || (input.type === "checkbox" && !input.checked)) continue;
      told = JSON.parse(input.value);
    }
    put(value, JSON.parse(input.dataset.path), told, kind === "each");
  }
  return { value };
}

// A whole number as people write it, with either minus; null for anything else.
export function readNumber(text) {
  return NUMBER.test(text) ? Number(text.replace("\u2212", "-")) + 0 : null;
}

function put(value, path, told, added) {
  let inner = value;
  for (const word of path.slice(0, -1)) {
    if (typeof inner[word] !== "object" || inner[word] === null) inner[word] = {};
    inner = inner[word];
  }
  const last = path[path.length - 1];
  if (added) inner[last] = (inner[last] || []).concat([told]);
  else inner[last] = told;
}

// Make what was just put on the page ready: fill in what was half typed, close groups that are not chosen.
export function prepare(part) {
  part.querySelectorAll("form[data-draft]").forEach((form) => {
    const draft = drafts()[form.dataset.draft] || {};
    Array.from(form.elements).forEach((input) => {
      if (!(input.id in draft)) return;
      if (input.type === "checkbox") input.checked = draft[input.id];
      else input.value = draft[input.id];
      delete input.dataset.fresh;
      const folded = form.closest("details");
      if (folded) folded.open = true;
    });
  });
  part.querySelectorAll("input[data-opens]").forEach(openGroup);
}

// What was half typed is kept until it is told, or nobody asks for it any more.
const DRAFTS = "companion drafts";
let inMemory = {};

function drafts() {
  try { return JSON.parse(sessionStorage.getItem(DRAFTS)) || {}; } catch (error) { return inMemory; }
}

function keepDrafts(all) {
  inMemory = all;
  try { sessionStorage.setItem(DRAFTS, JSON.stringify(all)); } catch (error) { /* a browser that keeps nothing */ }
}

function keepDraft(input) {
  const form = input.form;
  if (!form || !form.dataset.draft || !input.id) return;
  const all = drafts();
  const draft = all[form.dataset.draft] || {};
  draft[input.id] = input.type === "checkbox" ? input.checked : input.value;
  all[form.dataset.draft] = draft;
  keepDrafts(all);
}

export function forgetDraft(name) {
  const all = drafts();
  delete all[name];
  keepDrafts(all);
  document.querySelectorAll("form[data-draft]").forEach((form) => {
    if (form.dataset.draft === name) form.reset();
  });
}

export function forgetGone(before, after) {
  const asked = Array.from(after.querySelectorAll("form[data-draft]"), (form) => form.dataset.draft);
  before.querySelectorAll("form[data-draft]").forEach((form) => {
    if (asked.indexOf(form.dataset.draft) < 0) forgetDraft(form.dataset.draft);
  });
}

function openGroup(box) {
  const group = box.closest("fieldset");
  Array.from(group.querySelectorAll("input, select, button")).forEach((input) => {
    if (input !== box) input.disabled = !box.checked;
  });
}

function typed(input, text) {
  input.value = text;
  delete input.dataset.fresh;
  keepDraft(input);
}

document.addEventListener("input", (event) => {
  const input = event.target;
  delete input.dataset.fresh;
  keepDraft(input);
  if ("opens" in input.dataset) openGroup(input);
});

// A keyboard begins a new number too, as the keys on the page do.
document.addEventListener("focusin", (event) => {
  if ("fresh" in event.target.dataset) event.target.select();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-key], button[data-step], button[data-sign]");
  if (!button) return;
  const data = button.dataset;
  const input = data.for ? document.getElementById(data.for) : button.closest("form, .number").querySelector("input[data-kind=number]");
  const near = "sign" in data ? button.parentNode.querySelector("input") : input;
  if (data.step) step(near, Number(data.step));
  else if (data.key === "delete") typed(near, shorter(near));
  else if (data.key === "sign" || "sign" in data) typed(near, turned(near.value));
  else typed(near, longer(near, data.key));
});

function step(input, by) {
  const low = Number(input.dataset.low);
  const high = Number(input.dataset.high);
  const now = readNumber(input.value.trim());
  typed(input, shown(Math.max(low, Math.min(high, (now === null ? 0 : now) + by))));
}

function shorter(input) {
  const rest = "fresh" in input.dataset ? "" : input.value.slice(0, -1);
  return rest === "\u2212" || rest === "-" ? "" : rest;
}

function turned(text) {
  const positive = text.replace(/^[\-\u2212]/, "");
  return positive === text.replace(/^\+/, "") ? `\u2212${positive}` : positive;
}

function longer(input, digit) {
  const before = "fresh" in input.dataset ? "" : input.value;
  const sign = before.slice(0, 1) === "\u2212" ? "\u2212" : "";
  const digits = before.slice(sign.length).replace(/^0+$/, "");
  return digits.length < 4 ? sign + digits + digit : before;
}

function shown(number) {
  return String(number).replace("-", "\u2212");
}
