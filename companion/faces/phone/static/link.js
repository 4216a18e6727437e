// Whether the page is up to date: events from the box, and a look for oneself when they stay away.

import { say } from "./notes.js";

const words = JSON.parse(document.documentElement.dataset.words);
const TICK = 1000; // ms
const QUIET = 10000; // ms without an event after which the page asks whether the box is there
const RETRY = 2000; // ms between two tries
const HONEST = 4000; // ms without a sign, while there should be one, after which that is said
const SLEPT = 4000; // ms between two ticks: the phone has slept

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

  function connect() {
    if (source) source.close();
    up = false;
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

  function again() {
    if (document.visibilityState === "hidden") return;
    connect();
    look();
  }

  function tick() {
    const now = Date.now();
    const slept = now - tickedAt > SLEPT;
    tickedAt = now;
    if (document.visibilityState === "hidden") return;
    if (slept) again();
    else if (source && topics !== wanted()) connect();
    else if (!source && now - triedAt >= RETRY) again();
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
