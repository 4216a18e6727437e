// The page is fetched again, and only the parts that are otherwise than before are put in the place of the old ones.

import { asked } from "./asking.js";

const PATIENCE = 2500; // ms: on a home network an answer takes 50
const FRESH = 350; // ms in which a tap was still meant for what stood there before
const STUCK = 8000; // ms after which a finger that was never lifted is forgotten

const served = new Map(Array.from(document.querySelectorAll("[data-part]"), (part) => [part.dataset.part, part.outerHTML]));
const listeners = [];
let running = null;
let again = false;
let waiting = null;
const whenShown = [];
let downAt = 0;

export function whenSwapped(listener) {
  listeners.push(listener);
}

// Bring the page up to date; resolves to whether the box has answered.
export function refresh() {
  if (running) {
    again = true;
    return running;
  }
  running = fetched().then((page) => {
    running = null;
    if (page) show(page);
    if (!again) return page !== null;
    again = false;
    return refresh();
  });
  return running;
}

// Resolves when no page waits for a finger to be lifted.
export function settled() {
  return waiting === null ? Promise.resolve() : new Promise((resolve) => { whenShown.push(resolve); });
}

async function fetched() {
  try {
    const answer = await asked(PATIENCE, location.href);
    return answer.ok ? new DOMParser().parseFromString(answer.text, "text/html") : null;
  } catch (error) {
    return null;
  }
}

function show(page) {
  if (fingerIsDown()) {
    // Nothing moves under a finger: what it touches is what it gets.
    waiting = page;
    return;
  }
  const mine = document.documentElement.dataset;
  const theirs = page.documentElement.dataset;
  const parts = Array.from(page.querySelectorAll("[data-part]"));
  if (theirs.version !== mine.version || parts.length !== served.size || parts.some((part) => !served.has(part.dataset.part))) {
    location.reload();
    return;
  }
  if (theirs.game === undefined) delete mine.game;
  else mine.game = theirs.game;
  document.title = page.title;
  const held = inHand();
  for (const part of parts) {
    const html = part.outerHTML;
    if (html !== served.get(part.dataset.part)) {
      served.set(part.dataset.part, html);
      swap(document.querySelector(`[data-part="${part.dataset.part}"]`), document.importNode(part, true));
    }
  }
  const same = held && document.getElementById(held.id);
  if (same && same.open) window.scrollBy(0, same.getBoundingClientRect().top - held.top);
  whenShown.splice(0).forEach((resolve) => resolve());
}

function swap(before, after) {
  const focused = before.contains(document.activeElement) ? document.activeElement : null;
  const focusedId = focused ? focused.id : "";
  const folds = Array.from(before.querySelectorAll("details"));
  before.parentNode.replaceChild(after, before);
  after.querySelectorAll("details").forEach((each) => {
    const was = folds.find((one) => one.id === each.id);
    if (!was) return;
    if ("touched" in was.dataset) {
      each.dataset.touched = "";
      each.open = was.open;
    } else if (was.open && !("alone" in was.dataset)) {
      each.open = true;
    }
  });
  keepAlone(after);
  if (!("steady" in after.dataset)) {
    // What is steady has everything where it was before.
    after.classList.add("fresh");
    setTimeout(() => after.classList.remove("fresh"), FRESH);
  }
  listeners.forEach((listener) => listener(after, before));
  if (focused) {
    const same = focusedId ? document.getElementById(focusedId) : null;
    const heading = after.querySelector("h2") || document.getElementById("asked");
    if (heading) heading.tabIndex = -1;
    const target = same && after.contains(same) ? same : heading;
    if (target) target.focus({ preventScroll: true });
  }
}

// What opens by itself does so only where nobody has opened another of its kind: it would push that away.
export function keepAlone(part) {
  const alone = Array.from(part.querySelectorAll("details[data-alone][open]"));
  if (alone.some((each) => "touched" in each.dataset)) alone.forEach((each) => { each.open = "touched" in each.dataset; });
}

// Where somebody is at work: it stays there when what stands above it becomes longer or shorter.
function inHand() {
  const fold = Array.from(document.querySelectorAll("details[data-touched][open]")).pop();
  return fold && fold.id ? { id: fold.id, top: fold.getBoundingClientRect().top } : null;
}

// Somebody has opened or closed it, or types in it.
function touch(event) {
  const fold = event.target.closest("details");
  if (fold && (event.type === "input" || event.target.closest("summary"))) fold.dataset.touched = "";
  const around = fold && fold.parentNode.closest("details");
  if (around) around.dataset.touched = "";
}

document.addEventListener("click", touch);
document.addEventListener("input", touch);

function fingerIsDown() {
  return downAt > 0 && performance.now() - downAt < STUCK;
}

function down() {
  downAt = performance.now();
}

function up(event) {
  if (event.touches && event.touches.length > 0) return;
  // The click comes after the finger: what it does belongs to what stood there.
  setTimeout(() => {
    downAt = 0;
    const page = waiting;
    waiting = null;
    if (page) show(page);
  }, 60);
}

["touchstart", "mousedown"].forEach((name) => document.addEventListener(name, down, { passive: true, capture: true }));
["touchend", "touchcancel", "mouseup"].forEach((name) => document.addEventListener(name, up, { passive: true, capture: true }));
