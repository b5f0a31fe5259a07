// What both pages share: the connection to the broker, everything it said, the words, and makers of elements.
// Plain scripts, not modules: mosquitto serves files without the type that a browser wants of a module.
"use strict";

const SEATS = "abcdefgh";
const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
const MAX_BYTES = 300000; // of one message; more isn't read
const REDRAW_MS = 100;

const language = {
  now: localStorage.getItem("language") ?? (navigator.language.startsWith("fr") ? "fr" : "en"),
};

// A sentence of the page, with its blanks filled.
function say(part, key, values = {}) {
  const text = words[language.now][part][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

// An element with a text or children; nothing that came by the network is ever parsed as HTML.
function make(tag, content = [], attributes = {}) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...[content].flat());
  return made;
}

function points(halves) {
  const whole = Math.floor(halves / 2);
  return halves % 2 ? `${whole || ""}½` : String(whole);
}

// The words of all elements marked with data-say.
function translate() {
  document.documentElement.lang = language.now;
  for (const one of document.querySelectorAll("[data-say]")) {
    one.textContent = say(...one.dataset.say.split("."));
  }
}

// Everything a hall says, by what follows its name in the topic: "hall/standings", "table/t01/state" …
class Hall {
  constructor(draw) {
    this.said = new Map();
    this.connected = false;
    this.refused = "";
    this.draw = draw;
    this.waiting = 0;
    this.answered = new Map();
  }

  // Connect as somebody; `user` is also the arbiter's name.
  connect(hall, user, password) {
    if (!NAME.test(hall) || !NAME.test(user)) {
      this.refused = "names";
      this.redraw();
      return;
    }
    this.root = `toc/1/${hall}/`;
    this.user = user;
    this.said.clear();
    this.client?.end(true);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.client = mqtt.connect(`${scheme}//${location.host}/mqtt`, {
      protocolVersion: 5,
      clientId: `toc-${hall}-${user}-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`,
      clean: true,
      username: user,
      password,
      reconnectPeriod: 1000,
      timerVariant: "native",
    });
    this.client.on("connect", () => {
      this.connected = true;
      this.refused = "";
      const topics = ["hall/#", "table/+/link", "table/+/state", `arbiter/${user}/answer`];
      this.client.subscribe(topics.map((topic) => this.root + topic), { qos: 1 });
      this.redraw();
    });
    this.client.on("close", () => {
      this.connected = false;
      this.redraw();
    });
    this.client.on("error", (error) => {
      this.refused = [134, 135].includes(error.code) ? "password" : "";
      if (this.refused) this.client.end(true);
      this.redraw();
    });
    this.client.on("message", (topic, payload) => this.take(topic, payload));
  }

  take(topic, payload) {
    if (!topic.startsWith(this.root) || payload.length > MAX_BYTES) return;
    const what = topic.slice(this.root.length);
    let value;
    try {
      value = payload.length ? JSON.parse(payload.toString()) : null;
    } catch {
      return; // somebody else's message: nothing changes
    }
    if (value !== null && typeof value !== "object") return;
    if (what === `arbiter/${this.user}/answer`) {
      this.answered.get(value?.id)?.(value);
      this.answered.delete(value?.id);
    } else if (value === null) this.said.delete(what);
    else this.said.set(what, value);
    this.redraw();
  }

  // What was said last of something, or a value instead.
  get(what, otherwise) {
    return this.said.get(what) ?? otherwise;
  }

  // The names of all tables that the hall or the broker knows.
  get tables() {
    const heard = [...this.said.keys()].map((key) => /^table\/([a-z0-9-]+)\//.exec(key)?.[1]);
    const known = this.get("hall/tournament", { tables: [] }).tables.map((table) => table.name);
    return [...new Set([...known, ...heard.filter(Boolean)])].sort();
  }

  team(number) {
    return this.get("hall/tournament", { teams: [] }).teams.find((team) => team.number === number)?.name ?? "–";
  }

  // Send an order until the hall has answered it: it carries each out once, whatever is lost.
  order(order) {
    const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const payload = JSON.stringify({ id, ...order });
    return new Promise((resolve) => {
      const send = () => {
        if (this.connected) this.client.publish(`${this.root}arbiter/${this.user}/order`, payload, { qos: 1 });
      };
      const again = setInterval(send, 3000);
      this.answered.set(id, (answer) => {
        clearInterval(again);
        resolve(answer);
      });
      send();
    });
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = setTimeout(() => {
      this.waiting = 0;
      this.draw();
    }, REDRAW_MS);
  }
}

// The line that says whether the page is connected.
function connection(hall) {
  const gone = hall.get("hall/link");
  if (hall.refused) return say("page", `refused_${hall.refused}`);
  if (!hall.connected) return say("page", "not_connected");
  return gone?.here ? say("page", "connected") : say("page", "no_hall");
}

// The button that changes the language, and whatever the page draws with it.
function languageButton(draw) {
  const button = document.querySelector("#language");
  button.addEventListener("click", () => {
    language.now = language.now === "en" ? "fr" : "en";
    localStorage.setItem("language", language.now);
    translate();
    draw();
  });
}

// Replace the children of an element only if they differ, so that a screen reader isn't disturbed.
function fill(selector, children) {
  const place = document.querySelector(selector);
  const next = document.createElement("div");
  next.append(...children);
  if (next.innerHTML !== place.dataset.drawn) {
    place.dataset.drawn = next.innerHTML;
    place.replaceChildren(...next.childNodes);
  }
}

function head(part, keys) {
  return make("thead", make("tr", keys.map((key) => make("th", say(part, key), { scope: "col" }))));
}
