// Commands on their way: each is kept until the box has acknowledged it, and never counts twice.

import * as asking from "./asking.js";
import { clearRefusals, showNote } from "./notes.js";
import { forgetDraft, returnDraft, sendDraft } from "./forms.js";
import { refresh } from "./parts.js";

const words = JSON.parse(document.documentElement.dataset.words);
const QUEUE = "companion commands";
const PATIENCE = 6500; // ms: the box itself waits 5 s for a slow card
const AT_ONCE = 2000; // ms
const LATE = { ok: false, status: 0, error: { code: "late", message: "" } };
const notes = new Map();
const elements = new Map();
const acknowledged = new Set();
let delivering = null;

// The same answer to the same question has the same key: two taps are one, and so is one whose answer was lost.
export function send(told, element) {
  const key = keyOf(told);
  if (acknowledged.has(key) || pending().some((one) => one.key === key)) return;
  clearRefusals();
  if (told.draft) sendDraft(told.draft);
  keep(pending().concat([Object.assign({ key, who: document.documentElement.dataset.owner }, told)]));
  if (element) {
    element.setAttribute("aria-busy", "true");
    elements.set(key, element);
    notes.set(key, showNote(element, words.saving));
  }
  resend();
}

export function pending() {
  try { return JSON.parse(localStorage.getItem(QUEUE)) || []; } catch (error) { return inMemory; }
}

// Send what has not been acknowledged, in its order.
export function resend() {
  if (!delivering) {
    delivering = deliver().then(() => { delivering = null; }, () => { delivering = null; });
  }
  return delivering;
}

async function deliver() {
  for (let queue = pending(); queue.length; queue = pending()) {
    const told = queue[0];
    const answer = isTooLate(told) ? LATE : await post(told);
    if (answer === null || answer.status === 503) {
      note(told, answer === null ? words.unsent : words.not_safe, "");
      return;
    }
    keep(pending().filter((one) => one.key !== told.key));
    const element = elements.get(told.key);
    if (element) element.removeAttribute("aria-busy");
    if (answer.ok) {
      acknowledged.add(told.key);
      if (told.draft) forgetDraft(told.draft);
      note(told, words.saved, "saved");
      if (told.then) {
        location.assign(told.then);
        return;
      }
    } else {
      if (told.draft) returnDraft(told.draft);
      note(told, words.refused.replace("{why}", why(answer, told)), "refused");
    }
    notes.delete(told.key);
    elements.delete(told.key);
    await refresh();
  }
}

// What is worth nothing later is not sent later, nor by a phone whose clock was set meanwhile.
function isTooLate(told) {
  const age = Date.now() - told.tapped;
  return told.now && (age < 0 || age > AT_ONCE);
}

async function post(told) {
  const body = { key: told.key, command: told.command };
  if (told.revision !== null) body.revision = told.revision;
  if (told.who) body.who = told.who;
  try {
    return await asking.told(PATIENCE, `/api/games/${told.game}/commands`, body);
  } catch (error) {
    return null;
  }
}

// Why something was refused, for people.
export function why(answer, told) {
  if (answer.status === 401) return words.look_only;
  if (answer === LATE) return words.too_late;
  // With its state beside it, it is the game that is not on, not the command that does not fit.
  if (told && answer.error.code === "not-now" && answer.said.state) return words.other_game;
  if (told && told.command.do === "call" && (answer.error.code === "not-now" || answer.error.code === "stale")) return words.called_before;
  if (answer.error.code === "stale") return words.stale;
  return words.refusals[answer.error.code] || answer.error.message;
}

function note(told, text, kind) {
  const shown = notes.get(told.key);
  if (shown) shown.change(text, kind);
  else notes.set(told.key, showNote(null, text, kind));
}

let inMemory = [];

function keep(queue) {
  inMemory = queue;
  try { localStorage.setItem(QUEUE, JSON.stringify(queue)); } catch (error) { /* a browser that keeps nothing */ }
}

function keyOf(told) {
  return `${client()}-${told.game}-${told.revision}-${hash(JSON.stringify(told.command))}`;
}

let name = "";

function client() {
  try { name = name || localStorage.getItem("companion phone"); } catch (error) { /* as above */ }
  if (!name) {
    name = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");
    try { localStorage.setItem("companion phone", name); } catch (error) { /* as above */ }
  }
  return name;
}

// FNV-1a from two ends, 64 bits in all: two commands of one revision have the same one in no evening.
function hash(text) {
  let left = 0x811c9dc5;
  let right = 0x2f0b4c47;
  for (let at = 0; at < text.length; at += 1) {
    left = Math.imul(left ^ text.charCodeAt(at), 0x01000193);
    right = Math.imul(right ^ text.charCodeAt(text.length - 1 - at), 0x01000193);
  }
  return (left >>> 0).toString(36) + (right >>> 0).toString(36);
}
