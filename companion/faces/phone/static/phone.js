// The page in the browser: keeps itself up to date, and sends what is touched. For browsers from about 2018 on.

import { told } from "./asking.js";
import { collected, forgetGone, goesOn, prepare } from "./forms.js";
import { foretell } from "./foretelling.js";
import { follow } from "./link.js";
import { draw, feel, isWatched } from "./live.js";
import { keepAlone, refresh, whenSwapped } from "./parts.js";
import { post } from "./posting.js";
import { pending, resend, send } from "./sending.js";
import { say, showNote } from "./notes.js";
import { drawPiles } from "./pile.js";
import "./steps.js";

const PATIENCE = 6500; // ms: a game that is not on is read from the disk
const TOO_FAR = 12; // px: a finger that went further meant to scroll
const root = document.documentElement;
const words = JSON.parse(root.dataset.words);

// A touch that moved is no tap, even where the browser takes it for one.
let start = null;
let moved = 0;
document.addEventListener("touchstart", (event) => {
  const touch = event.touches[0];
  start = { x: touch.clientX, y: touch.clientY };
  moved = 0;
}, { passive: true });
document.addEventListener("touchmove", (event) => {
  const touch = event.touches[0];
  if (start) moved = Math.max(moved, Math.hypot(touch.clientX - start.x, touch.clientY - start.y));
}, { passive: true });
document.addEventListener("click", (event) => {
  if (moved > TOO_FAR && event.detail > 0) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  moved = 0;
}, true);

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-command]");
  if (button && !button.disabled) {
    event.preventDefault();
    tell(JSON.parse(button.dataset.command), button, thenOf(button));
  }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-post]");
  if (button && !button.disabled) {
    event.preventDefault();
    post(button.dataset.post, button.dataset.body ? JSON.parse(button.dataset.body) : null, button, thenOf(button));
  }
});

document.addEventListener("submit", (event) => {
  if ("step" in event.target.dataset) return;
  event.preventDefault();
  const button = event.target.querySelector("[type=submit]");
  if ("next" in button.dataset && goesOn(event.target)) return;
  submit(event.target, button);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-instead]");
  if (button && !button.disabled) submit(button.form, button);
});

function submit(form, button) {
  const found = collected(form, button.dataset.instead);
  if (found.wrong) {
    const { kind, low, high } = found.wrong.dataset;
    const text = found.why || (kind === "text" ? words.no_text : words.no_number);
    // The page scrolls to it first, so that the word stands where it is then.
    found.wrong.focus();
    showNote(found.wrong, text.replace("{low}", low).replace("{high}", high), "refused");
  } else if (form.dataset.ask) {
    ask(found.value, form);
  } else if (form.dataset.command) {
    tell(found.value, button, thenOf(form), form.dataset.draft);
  } else if (form.dataset.post) {
    post(form.dataset.post, found.value, button, thenOf(form), form.dataset.draft);
  }
}

function thenOf(element) {
  const holder = element.closest("[data-then]");
  return holder ? holder.dataset.then : null;
}

function tell(command, element, then, draft) {
  const booked = document.querySelector("[data-revision]");
  send({
    game: root.dataset.game,
    revision: booked ? Number(booked.dataset.revision) : null,
    command,
    then,
    draft,
    now: Boolean(element && "now" in element.dataset),
    tapped: Date.now(),
  }, element);
}

async function ask(question, form) {
  const shown = form.querySelector(".answer");
  shown.textContent = "…";
  try {
    const answer = await told(PATIENCE, `/api/games/${root.dataset.game}/ask`, question);
    shown.textContent = answer.ok ? `${written(answer.said.answer)} – ${answer.said.why}` : answer.error.message;
  } catch (error) {
    shown.textContent = words.unsent;
  }
}

function written(value) {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.map(written).join(", ");
  if (typeof value === "object") return Object.keys(value).map((name) => `${name}: ${written(value[name])}`).join(", ");
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return String(value).replace("-", "−");
}

whenSwapped((part, before) => {
  forgetGone(before, part);
  prepare(part);
  keepAlone(part);
  drawPiles(part);
  draw();
  foretell(part);
  if (part.dataset.say) say(part.dataset.say);
});
prepare(document);
keepAlone(document);
drawPiles(document);
foretell(document);
follow({ changed: refresh, connected: resend, watched: isWatched, felt: (box) => feel(box, refresh) });
if (pending().length) resend();
