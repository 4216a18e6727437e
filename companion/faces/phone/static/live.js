// The box as it moves: a ball that rolls, a clock, and the call, which is there exactly while it counts.

const STEEPEST = 40; // degrees: there the ball lies at the rim; treats roll off the board at less
const REACH = 37; // of the picture's 100
const TICK = 250; // ms

let box = null;
let heardAt = 0;
let closing = null;

// What the box says; `changed` is called when the page is another one by that: a call has closed by itself, or a box
// that moved on after a call has come to rest.
export function feel(told, changed) {
  const rests = box && told && box.in_hands && !told.in_hands;
  box = told;
  heardAt = performance.now();
  clearTimeout(closing);
  closing = null;
  if (box && box.call_open && box.closes_in !== null) closing = setTimeout(() => { box.call_open = false; changed(); }, box.closes_in * 1000);
  if (rests && box.before_call !== null) changed();
  draw();
}

export function isWatched() {
  return document.querySelector("[data-live]") !== null;
}

export function draw() {
  const ball = document.getElementById("ball");
  if (!box || !ball) return;
  const reach = REACH * Math.min(box.tilt, STEEPEST) / STEEPEST;
  const bearing = box.bearing * Math.PI / 180;
  ball.setAttribute("cx", String(50 + reach * Math.cos(bearing)));
  ball.setAttribute("cy", String(50 - reach * Math.sin(bearing)));
  const where = document.getElementById("where");
  where.textContent = box.in_hands ? where.dataset.hands : where.dataset.rest;
  document.getElementById("angle").textContent = box.in_hands ? `${Math.round(box.tilt)}\u00b0` : "";
  clock();
}

function clock() {
  const shown = document.getElementById("clock");
  if (!box || !shown) return;
  const seconds = box.seconds + (performance.now() - heardAt) / 1000;
  shown.textContent = box.in_hands && box.seconds !== null ? `${Math.floor(seconds)} s` : "";
}

setInterval(clock, TICK);
