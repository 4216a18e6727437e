// What a form that is half filled in would lead to: the box says so, and enters nothing.

import { asked } from "./asking.js";
import { collected } from "./forms.js";

const words = JSON.parse(document.documentElement.dataset.words);
const PAUSE = 120; // ms between the last tap and the question
const PATIENCE = 2500; // ms
let timer = 0;

// Say it for all forms of a part.
export function foretell(part) {
  part.querySelectorAll("[data-preview]").forEach(ask);
}

document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (!form || !form.querySelector("[data-preview]")) return;
  clearTimeout(timer);
  timer = setTimeout(() => ask(form.querySelector("[data-preview]")), PAUSE);
});

async function ask(shown) {
  const form = shown.closest("form");
  const found = collected(form);
  const told = found.wrong ? "" : JSON.stringify(found.value);
  if (told === "" || told === form.dataset.command) {
    shown.textContent = found.why || "";
    delete shown.dataset.asked;
    return;
  }
  shown.dataset.asked = told;
  let text = "";
  try {
    const answer = await asked(PATIENCE, `/foretold?command=${encodeURIComponent(told)}`);
    const said = JSON.parse(answer.text);
    text = answer.ok ? said.foretold : words.refused.replace("{why}", words.refusals[said.error.code] || said.error.message);
  } catch (error) {
    // The box does not answer: whoever taps on learns it there.
  }
  // Another tap may have come meanwhile.
  if (shown.dataset.asked === told) shown.textContent = text;
}
