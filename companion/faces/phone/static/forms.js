// Numbers that are typed, entries that are half typed, and what a form says as a command.

const NUMBER = /^[+\-\u2212]?[0-9]{1,9}$/;
const LONGEST = 9; // digits

// The command of a form, or the one that a button of it gives instead, with every input's value at its path.
export function collected(form, instead) {
  const value = JSON.parse(instead || form.dataset.command || form.dataset.ask || form.dataset.body);
  let numbers = 0;
  const inputs = Array.from(form.elements).filter((input) => input.dataset && input.dataset.path && !input.matches(":disabled"));
  for (const input of inputs) {
    const kind = input.dataset.kind;
    let told;
    if (kind === "number") {
      const text = input.value.trim();
      if (text === "" && !input.required) continue;
      told = readNumber(text);
      if (told === null || told < Number(input.dataset.low) || told > Number(input.dataset.high)) return { wrong: input };
      numbers += 1;
      if (numbers > Number(form.dataset.most)) return { wrong: input, why: form.dataset.tooMany };
    } else if (kind === "flag") {
      if (!input.checked) continue;
      told = true;
    } else if (kind === "text") {
      if (input.value === "" && !input.required) continue;
      told = input.value;
      if (isTooShort(input) || isTooLong(input)) return { wrong: input };
    } else if (kind === "words") {
      if (input.value === "") continue;
      told = input.value.split(" ");
    } else {
      if (input.value === "" || (isTicked(input) && !input.checked)) continue;
      told = JSON.parse(input.value);
    }
    put(value, JSON.parse(input.dataset.path), told, kind);
  }
  return { value };
}

// A whole number as people write it, with either minus; null for anything else.
export function readNumber(text) {
  return NUMBER.test(text) ? Number(text.replace("\u2212", "-")) + 0 : null;
}

// Letters are counted as the box counts them; what is too long is said, never cut.
function isTooLong(input) {
  return Array.from(input.value.trim().normalize("NFC")).length > Number(input.dataset.high);
}

function isTooShort(input) {
  return input.required && input.value.trim() === "";
}

function put(value, path, told, kind) {
  let inner = value;
  for (const word of path.slice(0, -1)) {
    if (typeof inner[word] !== "object" || inner[word] === null) inner[word] = {};
    inner = inner[word];
  }
  const last = path[path.length - 1];
  if (kind === "each") inner[last] = (inner[last] || []).concat([told]);
  else if (kind === "fields") inner[last] = Object.assign(inner[last] || {}, told);
  else inner[last] = told;
}

// Make what was just put on the page ready: fill in what was half typed, close groups that are not chosen.
export function prepare(part) {
  part.querySelectorAll("form[data-draft]").forEach((form) => {
    const draft = (!onTheirWay.has(form.dataset.draft) && drafts()[form.dataset.draft]) || {};
    Array.from(form.elements).forEach((input) => {
      if (!(input.id in draft)) return;
      if (isTicked(input)) input.checked = draft[input.id];
      else input.value = draft[input.id];
      delete input.dataset.fresh;
      for (let folded = form.closest("details"); folded; folded = folded.parentNode.closest("details")) {
        folded.open = true;
        folded.dataset.touched = "";
      }
    });
    const active = draft[ACTIVE] && document.getElementById(draft[ACTIVE]);
    if (active) active.dataset.active = "";
  });
  part.querySelectorAll(".figures").forEach((numbers) => {
    if (!numbers.querySelector("[data-active]")) numbers.querySelector("input").dataset.active = "";
  });
  part.querySelectorAll("input[data-opens]").forEach(openGroup);
  part.querySelectorAll("input[data-kind=words]").forEach(showWords);
}

function isTicked(input) {
  return input.type === "checkbox" || input.type === "radio";
}

// What was half typed is kept until it is told, or nobody asks for it any more.
const DRAFTS = "companion drafts";
const ACTIVE = " active"; // beside the inputs' ids, which have no blank: where the keys on the page type
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
  if (input.type === "radio") {
    form.querySelectorAll(`input[name="${input.name}"]`).forEach((each) => { draft[each.id] = each.checked; });
  } else {
    draft[input.id] = isTicked(input) ? input.checked : input.value;
  }
  all[form.dataset.draft] = draft;
  keepDrafts(all);
}

// What is told already is nothing half typed: the page that comes before the box's answer is not filled in with it.
const onTheirWay = new Set();

export function sendDraft(name) {
  onTheirWay.add(name);
}

export function returnDraft(name) {
  onTheirWay.delete(name);
  prepare(document);
}

export function forgetDraft(name) {
  onTheirWay.delete(name);
  const all = drafts();
  delete all[name];
  keepDrafts(all);
  document.querySelectorAll("form[data-draft]").forEach((form) => {
    if (form.dataset.draft === name) {
      form.reset();
      form.querySelectorAll("input[data-kind=words]").forEach(showWords);
    }
  });
}

export function forgetGone(before, after) {
  const asked = Array.from(after.querySelectorAll("form[data-draft]"), (form) => form.dataset.draft);
  before.querySelectorAll("form[data-draft]").forEach((form) => {
    if (asked.indexOf(form.dataset.draft) < 0) forgetDraft(form.dataset.draft);
  });
}

// Of several numbers in a form, the one that the keys on the page type in; the first, until another is touched.
function activeOf(form) {
  return form.querySelector("input[data-active]") || form.querySelector("input[data-kind=number]");
}

function activate(input) {
  Array.from(input.form.elements).forEach((each) => each.removeAttribute("data-active"));
  input.dataset.active = "";
  const all = drafts();
  all[input.form.dataset.draft] = Object.assign(all[input.form.dataset.draft] || {}, { [ACTIVE]: input.id });
  keepDrafts(all);
}

// The key that goes on to the next number; false at the last one, where it tells the form.
export function goesOn(form) {
  const numbers = Array.from(form.querySelectorAll("input[data-kind=number]"));
  const next = numbers[numbers.indexOf(activeOf(form)) + 1];
  if (!next) return false;
  activate(next);
  if (document.activeElement && document.activeElement.form === form && document.activeElement.matches("input")) next.focus();
  return true;
}

function openGroup(box) {
  const group = box.closest("fieldset");
  Array.from(group.querySelectorAll("input, select, button")).forEach((input) => {
    if (input !== box) input.disabled = !box.checked;
  });
}

function typed(input, text) {
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// Words that are tapped one after the other stand as their buttons look.
function showWords(input) {
  const shown = document.querySelector(`[data-shows="${input.id}"]`);
  shown.textContent = "";
  input.value.split(" ").filter(Boolean).forEach((word) => {
    const button = input.form.querySelector(`[data-add="${word}"]`);
    shown.appendChild(button.firstElementChild.cloneNode(true));
    shown.appendChild(document.createTextNode(" "));
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-add], button[data-off]");
  if (!button) return;
  const input = document.getElementById(button.dataset.off || button.dataset.for);
  const tapped = input.value.split(" ").filter(Boolean);
  if (button.dataset.off) tapped.pop();
  else if (tapped.length < Number(input.dataset.most)) tapped.push(button.dataset.add);
  typed(input, tapped.join(" "));
});

document.addEventListener("input", (event) => {
  const input = event.target;
  delete input.dataset.fresh;
  keepDraft(input);
  if ("opens" in input.dataset) openGroup(input);
  if (input.dataset.kind === "words") showWords(input);
});

// A keyboard begins a new number too, as the keys on the page do.
document.addEventListener("focusin", (event) => {
  if ("fresh" in event.target.dataset) event.target.select();
  if (event.target.closest(".figures")) activate(event.target);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-key], button[data-step], button[data-sign], button[data-clear]");
  if (!button) return;
  const data = button.dataset;
  const input = data.for ? document.getElementById(data.for) : activeOf(button.closest("form, .number"));
  const near = "sign" in data ? button.parentNode.querySelector("input") : input;
  if ("clear" in data) typed(near, "");
  else if (data.step) step(near, Number(data.step));
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
  return digits.length < LONGEST ? sign + digits + digit : before;
}

function shown(number) {
  return String(number).replace("-", "\u2212");
}
