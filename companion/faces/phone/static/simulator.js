// A simulated box, handled by mouse, finger or keyboard: all of it becomes steps, done one after another.

import "./motion.js";
import { whenHeard } from "./link.js";
import { showNote } from "./notes.js";
import { refresh } from "./parts.js";
import { answered } from "./posting.js";
import { why } from "./sending.js";

const words = JSON.parse(document.documentElement.dataset.words);
const LEAN = 0.6; // degrees for each px that the box is dragged to the side
const STEEPEST = 110; // degrees
const FINER = 4; // degrees: less is no other tilt
const SWING = 18; // px: a way back that is as long is a swing
const SWINGS = 4; // within SHAKEN ms are a shake
const SHAKEN = 1200; // ms
const HIGH = 46; // px that a lifted box is drawn above the table
const HIGHEST = 75; // px: tilted by whatever, its ears stay in the picture, and at FARTHEST its feet do
const FARTHEST = 64; // px to the left or to the right

// One step at a time; of tilts that wait only the newest counts.
let queue = [];
let running = false;

function play(step, element) {
  if (/^tilt /.test(step)) queue = queue.filter((one) => !/^tilt /.test(one.step));
  queue.push({ step, element });
  if (!running) run();
}

async function run() {
  running = true;
  while (queue.length) {
    const { step, element } = queue.shift();
    if (element) element.setAttribute("aria-busy", "true");
    const answer = await answered("/api/simulator/steps", { step });
    if (element) element.removeAttribute("aria-busy");
    if (answer === null || answer.status >= 400) {
      const text = answer === null ? words.no_answer : words.refused.replace("{why}", why(answer));
      showNote(element || scene, text, "refused");
      queue = queue.filter((one) => one.step === "button free");
    }
  }
  running = false;
  refresh();
}

// What there is to see.
const image = document.getElementById("pixels");
const scene = document.getElementById("scene");
const box = document.getElementById("box");
let world = null;
let drag = null; // what a finger does with the box

whenHeard("simulator", (now) => {
  const broken = world && world.broken.join() !== now.broken.join();
  const contacts = world && world.closed.join() !== now.closed.join();
  world = now;
  image.src = now.png;
  image.alt = now.texts.join(". ");
  ["buzzer", "light"].forEach((name) => {
    document.getElementById(name).setAttribute("data-on", String(now.on.indexOf(name) >= 0));
  });
  if (!drag) place(0, now.in_hands ? -HIGH : 0, now.lean);
  if (broken || contacts) refresh();
});

function place(x, y, lean) {
  box.setAttribute("transform", `translate(${x} ${y}) rotate(${lean} 150 121)`);
}

// The box is dragged: up it goes with the finger, to the side it is tilted.

function scaled(event) {
  const rect = scene.getBoundingClientRect();
  return { x: ((event.clientX - rect.left) * 360) / rect.width, y: ((event.clientY - rect.top) * 220) / rect.height };
}

function begin(event) {
  const at = scaled(event);
  drag = { from: at, lean: 0, told: 0, turned: [], far: at.x, way: 0, id: event.pointerId };
  if (scene.setPointerCapture) scene.setPointerCapture(event.pointerId);
  event.preventDefault();
  if (!world || !world.in_hands) play("lift");
  place(0, -HIGH / 2, 0);
}

function move(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const at = scaled(event);
  const aside = at.x - drag.from.x;
  drag.at = at;
  drag.lean = Math.max(-STEEPEST, Math.min(STEEPEST, aside * LEAN));
  const up = Math.min(0, at.y - drag.from.y) - HIGH / 2;
  place(Math.max(-FARTHEST, Math.min(FARTHEST, aside * 0.5)), Math.max(-HIGHEST, up), drag.lean);
  if (swung(at.x)) {
    drag.turned = [];
    play("shake 4 6 for 500ms");
  } else if (Math.abs(drag.lean - drag.told) >= FINER) {
    drag.told = drag.lean;
    play(`tilt ${Math.round(Math.abs(drag.lean))} towards ${drag.lean < 0 ? 180 : 0} over 200ms`);
  }
}

// Whether it went to and fro often enough, just now.
function swung(x) {
  const way = Math.sign(x - drag.far);
  if (way === drag.way || drag.way === 0) {
    if (way !== 0) drag.way = way;
    drag.far = x;
  } else if (Math.abs(x - drag.far) >= SWING) {
    drag.way = way;
    drag.far = x;
    drag.turned = drag.turned.concat([performance.now()]).filter((moment) => performance.now() - moment < SHAKEN);
  }
  return drag.turned.length >= SWINGS;
}

function end(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const over = drag.at && drag.at.x > 280;
  drag = null;
  if (over) play("empty");
  play("set-down");
}

if (window.PointerEvent && "touch" in scene.dataset) {
  box.addEventListener("pointerdown", begin);
  scene.addEventListener("pointermove", move);
  scene.addEventListener("pointerup", end);
  scene.addEventListener("pointercancel", end);
}

// A finger on the button that is a finger on the box's button, for as long.
let pressed = null;

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("button[data-held]");
  if (!button || button.disabled || event.button > 0) return;
  pressed = event.pointerId;
  play("button stuck");
});
["pointerup", "pointercancel"].forEach((name) => document.addEventListener(name, (event) => {
  if (pressed === null || event.pointerId !== pressed) return;
  pressed = null;
  play("button free");
}));
document.addEventListener("contextmenu", (event) => {
  if (event.target.closest("button[data-held]")) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-do]");
  if (!button || button.disabled) return;
  // A pointer has pressed it already; a keyboard has not.
  if ("held" in button.dataset && window.PointerEvent && event.detail > 0) return;
  play(button.dataset.do, button);
});
