// What the sensor feels: a plot of the last ten seconds, and how near the last movement came to what is told.

import { whenHeard } from "./link.js";

const words = JSON.parse(document.documentElement.dataset.words);
const SECONDS = 10;
const G = 9.80665; // m/s²
const SCALES = [2, 4, 8, 16]; // g
const LATE = 1500; // ms: at rest something comes every 200
const AGAIN = 2; // s of rest after which another movement begins
const STIRS = 0.15; // of a threshold: less is no movement
const APART = 6; // px between the words of two marks
const SIGNS = { lifted: "▲", set_down: "▼", knock: "◆" };

const samples = []; // { t, x, y, z, tilt, handled }
const marks = []; // { at, event }
const most = { lift: 0, knock: 0 };
let stirredAt = -Infinity;
let heardAt = -Infinity;
let shows = "size";

whenHeard("motion", (news) => {
  heardAt = performance.now();
  news.t.forEach((t, at) => samples.push({ t, x: news.x[at], y: news.y[at], z: news.z[at], tilt: news.tilt, handled: news.handled }));
  news.felt.forEach((one) => marks.push(one));
  const end = samples.length ? samples[samples.length - 1].t : 0;
  while (samples.length && samples[0].t < end - SECONDS) samples.shift();
  while (marks.length && marks[0].at < end - SECONDS) marks.shift();
  follow(news, end);
  draw();
});

// The bar is as long as it is now, its mark stays at the most of the last movement.
function follow(news, end) {
  const near = news.near || { lift: 0, knock: 0 };
  const stirs = news.handled || Math.max(near.lift, near.knock) > STIRS;
  if (stirs && end - stirredAt > AGAIN) most.lift = most.knock = 0;
  if (stirs) stirredAt = end;
  news.felt.forEach((one) => {
    if (one.event === "lifted") most.lift = Math.max(1, most.lift);
    if (one.event === "knock") most.knock = Math.max(1, most.knock);
  });
  if (news.handled) most.lift = Math.max(1, most.lift);
  ["lift", "knock"].forEach((kind) => {
    most[kind] = Math.max(most[kind], near[kind] > STIRS ? near[kind] : 0);
    showBar(document.getElementById(`near-${kind}`), near[kind], most[kind]);
  });
}

function showBar(bar, now, peak) {
  if (!bar) return;
  const part = (value) => `${Math.round(100 * Math.min(1, value))}%`;
  bar.querySelector("i").style.width = part(now);
  bar.querySelector("b").style.left = part(peak);
  bar.setAttribute("data-full", String(peak >= 1));
  bar.title = part(peak);
}

const canvas = document.getElementById("plot");
const felt = document.getElementById("felt");

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-plot]");
  if (!button) return;
  shows = button.dataset.plot;
  document.querySelectorAll("button[data-plot]").forEach((each) => {
    each.setAttribute("aria-pressed", String(each === button));
  });
  draw();
});
window.addEventListener("resize", draw);
setInterval(() => { if (performance.now() - heardAt > LATE) draw(); }, LATE);
draw();

function draw() {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const late = performance.now() - heardAt > LATE;
  tell(late);
  if (!samples.length) return;
  const end = samples[samples.length - 1].t;
  const left = 44;
  const right = width - 62;
  const at = (t) => right - ((end - t) / SECONDS) * (right - left);
  pen.font = `13px ${style.fontFamily}`;
  pen.textBaseline = "middle";
  pen.globalAlpha = late ? 0.4 : 1;
  shade(pen, at, height, colour("turn"));
  const bottom = height - 22;
  if (shows === "axes") {
    const top = Math.max(...samples.map((one) => Math.max(Math.abs(one.x), Math.abs(one.y), Math.abs(one.z)))) / G;
    const scale = SCALES.find((each) => top <= each) || 16;
    const place = (value) => (bottom / 2) * (1 - value / G / scale);
    grid(pen, [scale, 0, -scale], (value) => place(value * G), "g", left, right, colour);
    [["x", "accent", []], ["y", "second", [7, 4]], ["z", "third", [2, 3]]].forEach(([axis, name, dashes]) => {
      curve(pen, samples, (one) => one[axis], at, place, colour(name), dashes, axis, right);
    });
  } else {
    const size = (one) => Math.hypot(one.x, one.y, one.z) / G;
    const top = Math.max(...samples.map(size));
    const scale = SCALES.find((each) => top <= each) || 16;
    const half = bottom * 0.6;
    const upper = (value) => 6 + (half - 12) * (1 - value / scale);
    const lower = (value) => half + 16 + (bottom - half - 18) * (1 - Math.min(1, value / 90));
    grid(pen, [scale, scale / 2, 0], upper, "g", left, right, colour);
    grid(pen, [90, 0], lower, "°", left, right, colour);
    curve(pen, samples, size, at, upper, colour("accent"), [], "|a|", right);
    curve(pen, samples, (one) => one.tilt, at, lower, colour("second"), [7, 4], words.tilt, right);
  }
  marks.reduceRight((free, mark) => flag(pen, at(mark.at), bottom, mark.event, colour, right, free), Infinity);
}

function tell(late) {
  const now = samples[samples.length - 1];
  let text = words.no_samples;
  if (now && !late) text = now.handled ? words.in_hands.replace("{tilt}", Math.round(now.tilt)) : words.at_rest;
  if (felt.textContent !== text) felt.textContent = text;
}

// Where the box is in hands, and how to tell it without colours: a line at the foot.
function shade(pen, at, height, fill) {
  pen.fillStyle = fill;
  // All of it at once: where one piece begins beside another, both are seen through.
  let from = null;
  samples.forEach((one, number) => {
    const next = samples[number + 1];
    const isHeld = one.handled && next && next.t - one.t <= 1;
    if (isHeld && from === null) from = at(one.t);
    if (isHeld || from === null) return;
    pen.fillRect(from, 0, at(one.t) - from, height - 22);
    from = null;
  });
}

function grid(pen, values, place, unit, left, right, colour) {
  pen.setLineDash([]);
  pen.lineWidth = 1;
  pen.textAlign = "right";
  values.forEach((value) => {
    const y = Math.round(place(value)) + 0.5;
    pen.strokeStyle = colour("line");
    pen.beginPath();
    pen.moveTo(left, y);
    pen.lineTo(right, y);
    pen.stroke();
    pen.fillStyle = colour("soft");
    pen.fillText(`${value} ${unit}`.replace("-", "−"), left - 4, Math.max(8, y));
  });
}

function curve(pen, all, of, at, place, stroke, dashes, name, right) {
  pen.strokeStyle = pen.fillStyle = stroke;
  pen.lineWidth = 2;
  pen.setLineDash(dashes);
  pen.beginPath();
  let before = null;
  all.forEach((one) => {
    // What was not told is left open.
    if (before === null || one.t - before > 1) pen.moveTo(at(one.t), place(of(one)));
    else pen.lineTo(at(one.t), place(of(one)));
    before = one.t;
  });
  pen.stroke();
  pen.setLineDash([]);
  pen.textAlign = "left";
  pen.fillText(name, right + 4, place(of(all[all.length - 1])));
}

// From the newest back: where the one after it has left no room for its words, a mark has its sign alone, or its line.
// Returns where the room for the one before it ends.
function flag(pen, x, bottom, event, colour, right, room) {
  pen.strokeStyle = pen.fillStyle = colour("ink");
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(x, 0);
  pen.lineTo(x, bottom);
  pen.stroke();
  const whole = `${SIGNS[event]} ${words.felt[event]}`;
  const from = Math.max(0, Math.min(x - 6, right + 60 - pen.measureText(whole).width));
  const text = [whole, SIGNS[event]].find((each) => from + pen.measureText(each).width <= room);
  if (!text) return room;
  pen.textAlign = "left";
  pen.fillText(text, from, bottom + 12);
  return from - APART;
}
