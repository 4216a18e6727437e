// A pile that is entered card by card: what is told stands in two hidden inputs, and the box counts it at every change.

import { told } from "./asking.js";

const PATIENCE = 6500; // ms
const root = document.documentElement;
const words = JSON.parse(root.dataset.words);
const TRICKS = ["cuddling", "vigorous-cuddling"];
let asked = 0;

function read(form, name) {
  return JSON.parse(form.querySelector(`.told-${name}`).value);
}

function keep(form, name, value) {
  const input = form.querySelector(`.told-${name}`);
  input.value = JSON.stringify(value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// Show what is told: after a change, and where the form was put on the page anew.
export function drawPiles(part) {
  part.querySelectorAll("form[data-pile]").forEach((form) => {
    draw(form);
    if (read(form, "pile").length) count(form);
  });
}

function chosen(form, pile) {
  const at = Number(form.dataset.chosen);
  return form.dataset.chosen !== undefined && at < pile.length ? at : pile.length - 1;
}

function draw(form) {
  const pile = read(form, "pile");
  const hand = read(form, "hand").map((card) => card[0]);
  const at = chosen(form, pile);
  const card = pile[at] || { colours: [] };
  const list = form.querySelector(".pile");
  list.textContent = "";
  pile.forEach((each, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.place = String(place);
    button.textContent = [number(each.value), ...signs(form, each).map((word) => word.split(" ")[0])].join(" ");
    button.setAttribute("aria-label", [number(each.value), ...signs(form, each)].join(", "));
    button.setAttribute("aria-pressed", String(place === at));
    const item = document.createElement("li");
    item.appendChild(button);
    list.appendChild(item);
  });
  const canTouch = !form.querySelector("[type=submit]").disabled;
  const hasCard = canTouch && pile.length > 0;
  press(form, "data-mark", (mark) => (mark === "toy" ? card.toy === true : card.trick === mark), hasCard);
  press(form, "data-colour", (colour) => card.colours.indexOf(colour) >= 0, hasCard);
  press(form, "data-hand", (colour) => hand.indexOf(colour) >= 0, canTouch);
  form.querySelector("[data-remove]").disabled = !hasCard;
  if (!pile.length) form.querySelector(".working").textContent = "";
}

function press(form, attribute, isOn, possible) {
  form.querySelectorAll(`[${attribute}]`).forEach((button) => {
    button.setAttribute("aria-pressed", String(isOn(button.getAttribute(attribute))));
    button.disabled = !possible;
  });
}

// What is special about a card, in the words of the buttons that say it.
function signs(form, card) {
  const marks = (card.toy ? ["toy"] : []).concat(TRICKS.filter((trick) => card.trick === trick));
  return marks.map((mark) => form.querySelector(`[data-mark="${mark}"]`).textContent)
    .concat(card.colours.map((colour) => colourOf(form, colour).textContent));
}

function colourOf(form, colour) {
  return Array.from(form.querySelectorAll("[data-colour]")).find((button) => button.dataset.colour === colour);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("form[data-pile] button");
  if (!button || button.type === "submit") return;
  const form = button.closest("form");
  const data = button.dataset;
  const pile = read(form, "pile");
  const card = pile[chosen(form, pile)];
  if (data.card !== undefined) {
    pile.push({ value: Number(data.card), colours: [] });
    delete form.dataset.chosen;
  } else if (data.place !== undefined) {
    form.dataset.chosen = data.place;
    draw(form);
    return;
  } else if (data.hand !== undefined) {
    keep(form, "hand", toggled(read(form, "hand").map((each) => each[0]), data.hand).map((colour) => [colour]));
  } else if (data.remove !== undefined) {
    pile.splice(chosen(form, pile), 1);
    delete form.dataset.chosen;
  } else if (data.colour !== undefined) {
    card.colours = toggled(card.colours, data.colour);
    if (card.colours.length > 3) card.colours.shift();
  } else if (data.mark === "toy") {
    if (card.toy) delete card.toy;
    else card.toy = true;
  } else if (card.trick === data.mark) {
    delete card.trick;
  } else {
    card.trick = data.mark;
  }
  keep(form, "pile", pile);
  draw(form);
  count(form);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-pile]");
  if (form) count(form);
});

function toggled(all, one) {
  return all.indexOf(one) < 0 ? all.concat([one]) : all.filter((each) => each !== one);
}

// Ask the box what the pile counts, and show its working.
async function count(form) {
  const mine = asked += 1;
  const flag = form.querySelector("[type=checkbox]");
  const hasToy = form.dataset.hasToy !== undefined || (flag !== null && flag.checked);
  const question = { ask: "count", pile: read(form, "pile"), hand: read(form, "hand"), toy: hasToy ? form.dataset.toy : null };
  try {
    const answer = await told(PATIENCE, `/api/games/${root.dataset.game}/ask`, question);
    if (mine !== asked) return;
    if (answer.ok) show(form, question.pile, answer.said.answer);
    else form.querySelector(".working").textContent = words.refusals[answer.error.code] || answer.error.message;
  } catch (error) {
    if (mine === asked) form.querySelector(".working").textContent = words.unsent;
  }
}

function show(form, pile, found) {
  const list = document.createElement("dl");
  const line = (what, amount) => {
    const [dt, dd] = ["dt", "dd"].map((tag) => document.createElement(tag));
    dt.textContent = what;
    dd.textContent = amount;
    list.appendChild(dt);
    list.appendChild(dd);
  };
  found.conversions.forEach((place) => {
    line(number(pile[place].value), words.converted.replace("{value}", String(-pile[place].value)));
  });
  if (found.dropped !== null) line(words.without.replace("{colour}", colourOf(form, found.dropped).textContent), "");
  line(words.plus, String(found.plus));
  line(words.minus, String(found.minus));
  if (found.toy_points) line(words.toy_points, number(found.toy_points));
  line(words.total, number(found.total));
  line(words.toy_symbols, String(found.toy_symbols));
  line(words.hand_colours, String(found.hand_colours));
  const working = form.querySelector(".working");
  working.textContent = "";
  working.appendChild(list);
}

function number(value) {
  return String(value).replace("-", "\u2212");
}
