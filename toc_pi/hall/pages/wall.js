// The wall: a grid of boards moving live, who waits longest, the standings, and who plays whom.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const STRETCH = 18; // holes of a seat on the drawn circle; boards with more are squeezed
const drawn = new Map(); // each table's element, and what it was made of
const since = new Map(); // since when a table waits, ms

const given = new URLSearchParams(location.hash.slice(1));
const hall = new Hall(draw);

function svg(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// Where a hole is on a drawn board of a radius of 100; the real board may have any shape.
function place(hole, seats) {
  const [, seat, home, track] = /^([a-h])(?:H(\d)|C\d+|(\d+))$/.exec(hole) ?? [];
  if (seat === undefined) return [0, 0]; // the middle
  const first = SEATS.indexOf(seat) / seats;
  const along = home ? first : first + Math.min(Number(track), STRETCH - 0.5) / STRETCH / seats;
  const radius = home ? 80 - 14 * Number(home) : 92;
  const angle = 2 * Math.PI * along;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)].map((value) => value.toFixed(1));
}

function board(state) {
  const drawn = svg("svg", { viewBox: "-105 -105 210 210", class: "board", "aria-hidden": "true" });
  drawn.append(svg("circle", { r: 92, class: "track" }));
  for (const [hole, seat] of Object.entries(state.pawns ?? {})) {
    const [x, y] = place(hole, state.seats?.length || 4);
    drawn.append(svg("circle", { cx: x, cy: y, r: 8, class: `pawn ${state.colours?.[seat] ?? ""}` }));
  }
  return drawn;
}

function who(state, seat) {
  const colour = state.colours?.[seat];
  return state.people?.[seat] ?? (colour ? say("colours", colour) : seat);
}

// What the people at a table wait for, a key of `waits_…`; "" for nothing. A call for the arbiter comes first.
function wait(name) {
  const link = hall.get(`table/${name}/link`);
  if (link?.here !== true) return "";
  return link.calls === true ? "help" : hall.get(`table/${name}/state`)?.waits ?? "";
}

// Whether a table sends what isn't allowed: a newer program, a defect, or somebody's doing.
function isUnreadable(name) {
  return hall.isUnreadable(`table/${name}/state`) || hall.isUnreadable(`table/${name}/link`);
}

function sentence(name, state, here, waits) {
  if (isUnreadable(name)) return say("wall", "unreadable");
  if (!here) return say("wall", "gone");
  if (waits === "help") return say("wall", "waits_help");
  if (!state) return say("wall", "no_game");
  if (state.winners.length) return say("wall", "won", { who: state.winners.map((seat) => who(state, seat)).join(", ") });
  if (state.waits) return say("wall", `waits_${state.waits}`);
  return state.turn.seat ? say("wall", "turn", { who: who(state, state.turn.seat) }) : say("wall", "no_game");
}

function verdict(state) {
  const last = state?.verdict;
  if (!last) return "";
  const values = { n: last.n, who: who(state, last.seat), card: last.card || "?" };
  return say("wall", last.legal ? (last.captured.length ? "captured" : "legal") : "illegal", values);
}

function table(name) {
  const state = hall.get(`table/${name}/state`);
  const here = hall.get(`table/${name}/link`)?.here === true;
  const teams = hall.get(`hall/seating/${name}`)?.teams ?? [];
  const waits = wait(name);
  if (!waits) since.delete(name);
  else if (!since.has(name)) since.set(name, Date.now());
  const turn = here && state && !state.winners.length ? state.colours?.[state.turn.seat] ?? "" : "";
  const parts = [
    make("h3", say("wall", "table", { name })),
    make("p", teams.map((team) => team.name).join(" – ") || "–", { class: "teams" }),
    make("p", sentence(name, state, here, waits), { class: `now ${waits ? "waits" : ""}` }),
    make("p", verdict(state), { class: "verdict" }),
  ];
  if (state) parts.splice(2, 0, board(state));
  return make("li", parts, { class: `table ${here || isUnreadable(name) ? "" : "gone"} ${turn}`, "data-table": name });
}

// The tables' elements; one is made again only if something was said about it.
function drawTables() {
  const place = document.querySelector("#tables");
  const next = hall.tables.map((name) => {
    const heard = [language.now, ...[`table/${name}/link`, `table/${name}/state`, `hall/seating/${name}`].map((what) => hall.said.get(what))];
    if (!drawn.get(name)?.heard.every((one, at) => one === heard[at])) drawn.set(name, { heard, element: table(name) });
    return drawn.get(name).element;
  });
  arrange(place, next);
}

function longest() {
  const calls = (name) => (wait(name) === "help" ? 0 : 1);
  const order = [...since].sort((one, other) => calls(one[0]) - calls(other[0]) || one[1] - other[1]).slice(0, 8);
  if (!order.length) return [make("li", say("wall", "nobody_waits"))];
  return order.map(([name]) => {
    const values = { name, why: say("wall", `waits_${wait(name)}`) };
    return make("li", say("wall", "waiting", values), { class: wait(name) === "help" ? "waits" : "" });
  });
}

function standings() {
  const rows = hall.whole("standings", { standings: [] }).standings.map((one) =>
    make("tr", [
      make("td", String(one.rank)),
      make("th", hall.team(one.team), { scope: "row" }),
      ...[points(one.points), String(one.played), points(one.buchholz)].map((text) => make("td", text)),
    ]),
  );
  return [head("wall", ["rank", "team", "points", "played", "buchholz"]), make("tbody", rows)];
}

function round(number) {
  const one = hall.whole(`round/${number}`);
  if (!one) return [];
  const rows = one.matches.map((match) =>
    make("tr", [
      make("td", match.table || "–"),
      make("th", `${hall.team(match.teams[0])} – ${hall.team(match.teams[1])}`, { scope: "row" }),
      make("td", match.points ? `${points(match.points[0])}–${points(match.points[1])}` : "…"),
    ]),
  );
  if (one.bye) rows.push(make("tr", [make("td", "–"), make("th", hall.team(one.bye), { scope: "row" }), make("td", say("wall", "bye"))]));
  return [head("wall", ["at", "teams", "result"]), make("tbody", rows)];
}

const NOTHING = { title: "", rounds: 0, planned: 0 };

function draw() {
  const now = hall.whole("tournament", NOTHING);
  document.title = now.title || say("wall", "title");
  fill("#title", [document.title]);
  fill("#connection", [connection(hall)]);
  fill("#round", [now.rounds ? say("wall", "round", { number: now.rounds, planned: now.planned }) : ""]);
  drawTables();
  fill("#waiting", longest());
  refill("#standings", [language.now, now, hall.whole("standings")], standings);
  refill("#matches", [language.now, now, hall.whole(`round/${now.rounds}`)], () => round(now.rounds));
  document.querySelector("#login").hidden = Boolean(hall.client) && !hall.refused;
}

document.querySelector("#login").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  hall.connect(form.get("hall"), "wall", form.get("password"));
});
languageButton(draw);
translate();
draw();
if (given.has("password")) hall.connect(given.get("hall") ?? "hall", given.get("user") ?? "wall", given.get("password"));
