// Links and forms that only change what this page shows: their address becomes the page's, and the page stays. One step
// after the other: the next one is looked for on the page that the one before has led to.

import { forgetDraft } from "./forms.js";
import { refresh, settled } from "./parts.js";

const steps = [];
let walking = false;

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (link && !event.defaultPrevented) {
    event.preventDefault();
    take(() => hrefOf(document.getElementById(link.id)));
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("step" in form.dataset)) return;
  event.preventDefault();
  take(() => addressOf(document.getElementById(form.id)));
});

function hrefOf(link) {
  return link ? link.href : null;
}

function addressOf(form) {
  if (!form) return null;
  const told = new URLSearchParams(new FormData(form));
  if (form.dataset.draft) forgetDraft(form.dataset.draft);
  return `${form.action}?${told}`;
}

function take(step) {
  steps.push(step);
  if (!walking) walk();
}

async function walk() {
  walking = true;
  while (steps.length) {
    const address = steps.shift()();
    if (address === null) continue;
    history.replaceState(null, "", address);
    if (!(await refresh())) {
      location.assign(address);
      return;
    }
    await settled();
  }
  walking = false;
}
