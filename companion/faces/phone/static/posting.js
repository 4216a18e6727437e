// What is told to the box beside the game that is on: sent once, and answered where it was touched.

import { told } from "./asking.js";
import { forgetDraft } from "./forms.js";
import { clearRefusals, showNote } from "./notes.js";
import { refresh } from "./parts.js";
import { why } from "./sending.js";

const words = JSON.parse(document.documentElement.dataset.words);
const PATIENCE = 6500; // ms: the box itself waits 5 s for a slow card

export async function post(path, body, element, then, draft) {
  if (element.getAttribute("aria-busy")) return;
  clearRefusals();
  element.setAttribute("aria-busy", "true");
  const note = showNote(element, words.saving);
  const answer = await answered(path, body);
  element.removeAttribute("aria-busy");
  if (answer === null) note.change(words.no_answer, "refused");
  else if (answer.status === 503) note.change(words.not_safe, "refused");
  else if (answer.status >= 400) note.change(words.refused.replace("{why}", why(answer)), "refused");
  else {
    if (draft) forgetDraft(draft);
    note.change(words.saved, "saved");
    if (then) {
      location.assign(then);
      return;
    }
  }
  await refresh();
}

// What the box answers; null if nothing came.
export async function answered(path, body) {
  try {
    return await told(PATIENCE, path, body);
  } catch (error) {
    return null;
  }
}
