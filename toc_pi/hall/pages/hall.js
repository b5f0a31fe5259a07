// What both pages share: the connection to the broker, everything it said, the words, and makers of elements.
// Plain scripts, not modules: mosquitto serves files without the type that a browser wants of a module.
"use strict";

const SEATS = "abcdefgh";
const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
const REDRAW_MS = 100;
const NOT_ALLOWED = 135; // what a broker answers to somebody without the right to a topic

const language = {
  now: [localStorage.getItem("language"), navigator.language.slice(0, 2)].find((code) => code in words) ?? "en",
};

// A sentence of the page, with its blanks filled.
function say(part, key, values = {}) {
  const known = words[language.now][part];
  const text = Object.hasOwn(known, key) ? known[key] : key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

// A sentence in every language, by their codes.
function sayInAll(part, key) {
  return Object.fromEntries(Object.keys(words).map((code) => [code, words[code][part][key]]));
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

// What stands for a message that isn't what its topic allows.
const UNREADABLE = Object.freeze({});

// Everything a hall says, by what follows its name in the topic: "hall/standings", "table/t01/state" …
class Hall {
  constructor(draw) {
    this.said = new Map();
    this.wholes = new Map();
    this.names = new Map();
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
    if (!topic.startsWith(this.root)) return;
    const what = topic.slice(this.root.length);
    if (what === `arbiter/${this.user}/answer`) {
      const answer = readPayload("answer", payload);
      this.answered.get(answer?.id)?.(answer);
      return;
    }
    const kind = kindOf(what);
    if (!kind) return; // nobody's, or somebody else's message
    if (payload.length) this.said.set(what, readPayload(kind, payload) ?? UNREADABLE);
    else this.said.delete(what);
    this.redraw();
  }

  // What was said last of something, or a value instead.
  get(what, otherwise) {
    const said = this.said.get(what);
    return said === undefined || said === UNREADABLE ? otherwise : said;
  }

  isUnreadable(what) {
    return this.said.get(what) === UNREADABLE;
  }

  // What the hall shows of something, its parts put together; the same value as before if nothing has changed.
  whole(what, otherwise) {
    const first = this.get(`hall/${what}`);
    if (!first) return otherwise;
    const parts = [first];
    for (let number = 2; number <= first.parts; number += 1) parts.push(this.get(`hall/${what}/${number}`));
    const before = this.wholes.get(what);
    if (before?.parts.length === parts.length && parts.every((part, at) => part === before.parts[at])) return before.value;
    const value = { ...first };
    for (const key of Object.keys(first).filter((one) => Array.isArray(first[one]))) {
      value[key] = parts.flatMap((part) => part?.[key] ?? []);
    }
    this.wholes.set(what, { parts, value });
    if (what === "tournament") this.names = new Map(value.teams.map((team) => [team.number, team.name]));
    return value;
  }

  // The names of all tables that the hall or the broker knows.
  get tables() {
    const heard = [...this.said.keys()].map((key) => /^table\/([a-z0-9-]+)\//.exec(key)?.[1]);
    const known = this.whole("tournament", { tables: [] }).tables.map((table) => table.name);
    return [...new Set([...known, ...heard.filter(Boolean)])].sort();
  }

  team(number) {
    this.whole("tournament");
    return this.names.get(number) ?? "–";
  }

  // Send an order until the hall has answered it: it carries each out once, whatever is lost.
  order(order) {
    const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const payload = JSON.stringify({ id, ...order });
    return new Promise((resolve) => {
      const end = (answer) => {
        clearInterval(again);
        this.answered.delete(id);
        resolve(answer);
      };
      const topic = `${this.root}arbiter/${this.user}/order`;
      const refused = (error) => error?.code === NOT_ALLOWED && end({ id, done: false, ...sayInAll("page", "no_orders") });
      const send = () => this.connected && this.client.publish(topic, payload, { qos: 1 }, refused);
      const again = setInterval(send, 3000);
      this.answered.set(id, end);
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
    const codes = Object.keys(words);
    language.now = codes[(codes.indexOf(language.now) + 1) % codes.length];
    localStorage.setItem("language", language.now);
    translate();
    draw();
  });
}

// Fill an element only if what it shows, a list of values, isn't the same as before.
const filledWith = new Map();
function refill(selector, values, children) {
  const before = filledWith.get(selector);
  if (before?.length === values.length && values.every((value, at) => value === before[at])) return;
  filledWith.set(selector, values);
  fill(selector, children());
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

// Give an element these children; those that it has already aren't touched where only some of them differ.
function arrange(place, next) {
  if (place.children.length === next.length) {
    next.forEach((one, at) => one === place.children[at] || place.children[at].replaceWith(one));
  }
  if (next.some((one, at) => one !== place.children[at]) || place.children.length !== next.length) place.replaceChildren(...next);
}

function head(part, keys) {
  return make("thead", make("tr", keys.map((key) => make("th", say(part, key), { scope: "col" }))));
}
