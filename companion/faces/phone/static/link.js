// Whether the page is up to date: events from the box, and a look for oneself when they stay away.

import { asked } from "./asking.js";
import { say } from "./notes.js";

const words = JSON.parse(document.documentElement.dataset.words);
const TICK = 1000; // ms
const QUIET = 10000; // ms without an event after which the page asks whether the box is there
const RETRY = 2000; // ms between two tries
const HONEST = 4000; // ms without a sign, while there should be one, after which that is said
const SLEPT = 4000; // ms between two ticks: the phone has slept
const KNOCKS = [400, 400, 400, 400, 400, 400, 2500]; // ms that each is waited for

// Who wants what an event brings itself; what came before somebody asked is told too, once whoever asked is set up:
// in a module that is still running, what stands further down does not exist yet.
const heard = {};
const last = {};

export function whenHeard(topic, listener) {
  heard[topic] = (heard[topic] || []).concat([listener]);
  if (topic in last) Promise.resolve().then(() => listener(last[topic]));
}

function tell(topic, data) {
  last[topic] = JSON.parse(data);
  (heard[topic] || []).forEach((listener) => listener(last[topic]));
}

// `watched` says whether the box is looked at, `felt` is given what it feels then.
export function follow({ changed, connected, watched, felt }) {
  let source = null;
  let topics = "";
  let freshAt = Date.now(); // when the page was last known to be right
  let triedAt = 0;
  let tickedAt = Date.now();
  let up = false;
  let asking = false;
  let knocking = false;

  function connect() {
    lose();
    triedAt = Date.now();
    topics = wanted();
    source = new EventSource(`/api/events?topics=${topics}`);
    const mine = source;
    source.onopen = () => { if (mine === source) hear(); };
    source.onerror = () => { if (mine === source) lose(); };
    ["state", "health", "settings"].forEach((name) => source.addEventListener(name, () => {
      if (mine !== source) return;
      hear();
      look();
    }));
    source.addEventListener("box", (event) => { if (mine === source) felt(JSON.parse(event.data)); });
    more().forEach((name) => source.addEventListener(name, (event) => { if (mine === source) tell(name, event.data); }));
  }

  // What this page hears of beside.
  function more() {
    const topics = document.documentElement.dataset.topics;
    return topics ? topics.split(",") : [];
  }

  function wanted() {
    return ["state", "health", "settings"].concat(watched() ? ["box"] : [], more()).join(",");
  }

  function hear() {
    if (!up) {
      up = true;
      connected();
    }
  }

  function lose() {
    up = false;
    if (source) source.close();
    source = null;
  }

  async function look() {
    if (asking) {
      changed();
      return;
    }
    asking = true;
    const right = await changed();
    asking = false;
    if (right) {
      freshAt = Date.now();
      show();
    } else {
      lose();
    }
  }

  async function again() {
    if (knocking || document.visibilityState === "hidden") return;
    lose();
    knocking = true;
    const there = await knock();
    knocking = false;
    triedAt = Date.now();
    if (!there) return;
    connect();
    look();
  }

  // Whether the box is there. A browser takes up the connections that it has before it makes another, and after a sleep
  // none of its six may be alive: each that does not answer is closed, and the next one is tried.
  async function knock() {
    for (const patience of KNOCKS) {
      try {
        await asked(patience, "/api/me");
        return true;
      } catch (error) {
        // The next one.
      }
    }
    return false;
  }

  function tick() {
    const now = Date.now();
    const passed = now - tickedAt;
    tickedAt = now;
    if (passed < 0) {
      // The phone's clock was set back.
      freshAt += passed;
      triedAt += passed;
    }
    if (document.visibilityState === "hidden") return;
    if (passed > SLEPT) again();
    else if (up && topics !== wanted()) connect();
    else if (!up && now - triedAt >= RETRY) again();
    else if (now - freshAt >= QUIET && !asking) look();
    show();
  }

  function show() {
    const element = document.getElementById("link");
    const behind = Date.now() - freshAt;
    const missing = (!up || navigator.onLine === false) && behind >= HONEST;
    const wasHidden = element.hidden;
    element.hidden = !missing && behind < QUIET + HONEST;
    if (element.hidden) return;
    element.textContent = words.behind.replace("{seconds}", String(Math.round(behind / 1000)));
    // Said once, not every second.
    if (wasHidden) say(element.textContent);
  }

  document.addEventListener("visibilitychange", again);
  window.addEventListener("pageshow", (event) => { if (event.persisted) again(); });
  window.addEventListener("online", again);
  window.addEventListener("offline", () => { lose(); show(); });
  // A page that goes leaves no connection behind, and can be kept by the browser for going back.
  window.addEventListener("pagehide", lose);
  setInterval(tick, TICK);
  connect();
}
