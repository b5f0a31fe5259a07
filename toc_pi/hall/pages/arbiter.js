// The arbiter's page: teams, rounds, results and corrections; every order is answered, and leaves a trace.
"use strict";

const hall = new Hall(draw);
let answer = null; // the last one, in both languages
const LATE_MS = 5000; // then an order that isn't answered yet is said to be sent again

async function order(what) {
  answer = null;
  fill("#answer", [say("arbiter", "sent")]);
  const late = setTimeout(() => fill("#answer", [say("arbiter", "not_yet")]), LATE_MS);
  answer = await hall.order(what);
  clearTimeout(late);
  draw();
  return answer.done;
}

function button(part, key, what, label = "") {
  const attributes = { type: "button", onclick: () => order(what), "data-do": what.do };
  if (label) attributes["aria-label"] = `${say(part, key)}: ${label}`;
  return make("button", say(part, key), attributes);
}

// Lists with buttons and fields are drawn again only when what they show has changed, so that nothing typed is lost.
const shown = new Map();
function list(selector, value, rows) {
  const text = JSON.stringify([value, document.documentElement.lang]);
  if (shown.get(selector) === text) return;
  shown.set(selector, text);
  document.querySelector(selector).replaceChildren(...rows());
}

function teams(now) {
  return now.teams.map((team) => {
    const label = `${team.number}. ${team.name} (${team.players.join(", ")})`;
    const change = team.away ? "come-back" : "leave";
    return make("li", [make("span", label, { class: team.away ? "away" : "" }), " ", button("arbiter", change, { do: change, team: team.number }, team.name)]);
  });
}

function tables(now) {
  return now.tables.map((table) => {
    const what = { do: "table", table: table.name, works: !table.works };
    return make("li", [`${table.name} `, button("arbiter", table.works ? "breaks" : "works", what, table.name)]);
  });
}

function match(one) {
  const names = one.teams.map((team) => hall.team(team));
  const values = [["2,0", `1–0 ${names[0]}`], ["1,1", "½–½"], ["0,2", `0–1 ${names[1]}`], ["0,0", "0–0"], ["", say("arbiter", "open")]];
  const chosen = one.points ? one.points.join(",") : "";
  const label = `${one.match}: ${names.join(" – ")}`;
  const choice = make("select", values.map(([value, text]) => make("option", text, { value, selected: value === chosen })), { "aria-label": say("arbiter", "result_of", { match: label }) });
  const why = make("input", [], { maxlength: 200, placeholder: say("arbiter", "why"), "aria-label": say("arbiter", "why") });
  const decide = () => {
    const given = choice.value ? { points: choice.value.split(",").map(Number) } : {};
    order({ do: "decide", match: one.match, why: why.value, ...given });
  };
  return make("tr", [
    make("td", one.match),
    make("td", one.table || "–"),
    make("th", names.join(" – "), { scope: "row" }),
    make("td", one.points ? `${points(one.points[0])}–${points(one.points[1])}${one.by_hand ? " ✎" : ""}` : "…"),
    make("td", [choice, why, make("button", say("arbiter", "decide"), { type: "button", onclick: decide, "data-match": one.match })]),
  ]);
}

// A match's row is made again only if it has changed: what is being typed in another one stays.
const rows = new Map();
function rowOf(one) {
  const text = JSON.stringify([one, one.teams.map((team) => hall.team(team)), language.now]);
  if (rows.get(one.match)?.text !== text) rows.set(one.match, { text, element: match(one) });
  return rows.get(one.match).element;
}

function unplaced(all) {
  if (!all.length) return [make("li", say("arbiter", "none"))];
  const last = new Map(all.map((one) => [one.game.table, one])); // each table's newest has the key for all of them
  return all.map((one) => {
    const values = { table: one.game.table, match: one.match || "?", winners: (one.winners ?? []).join(" ") || "–" };
    const text = `${say("arbiter", "unplaced_one", values)} (${say("arbiter", `because_${one.why}`)})`;
    const aside = () => button("arbiter", "put_aside", { do: "put-aside", table: one.game.table }, one.game.table);
    return make("li", last.get(one.game.table) === one ? [`${text} `, aside()] : text);
  });
}

// A fact in words; what it is about, whoever wrote it, and the arbiter's reason.
function trace(one) {
  const { fact, kind } = one;
  const key = fact.away === false || fact.works === false ? `fact_not_${kind}` : `fact_${kind}`;
  const team = fact.team ? (fact.name ?? hall.team(fact.team)) : "";
  const what = fact.match || team || fact.table || fact.round || fact.title || "";
  const result = fact.points ? fact.points.map(points).join("–") : say("arbiter", "open");
  const text = say("arbiter", key, { what, result, table: fact.table || fact.game?.table || "–" });
  const when = new Date(one.at).toLocaleTimeString(language.now, { hour: "2-digit", minute: "2-digit" });
  return make("li", `${when} ${one.by}: ${text}${fact.why && kind === "Decided" ? ` (${fact.why})` : ""}`);
}

function draw() {
  const now = hall.whole("tournament", { title: "", system: "swiss", planned: 5, rounds: 0, teams: [], tables: [] });
  const round = hall.whole(`round/${now.rounds}`, { matches: [] });
  fill("#connection", [connection(hall)]);
  if (answer) fill("#answer", [answer[document.documentElement.lang]]);
  document.querySelector("#login").hidden = hall.connected;
  document.querySelector("#desk").hidden = !hall.connected && !hall.said.size;
  fill("#round", [say("wall", "round", { number: now.rounds, planned: now.planned })]);
  list("#teams", now.teams, () => teams(now));
  list("#tables", now.tables, () => tables(now));
  list("#matches", [], () => [head("arbiter", ["match", "at", "teams", "result", "change"]), make("tbody")]);
  arrange(document.querySelector("#matches tbody"), round.matches.map(rowOf));
  const others = hall.whole("unplaced", { unplaced: [] }).unplaced;
  list("#unplaced", others, () => unplaced(others));
  const log = hall.whole("log", { log: [] }).log;
  list("#log", log, () => [...log].reverse().map(trace));
}

function onSubmit(selector, act) {
  document.querySelector(selector).addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    if ((await act(new FormData(form))) && selector === "#enter") {
      form.reset();
      form.querySelector("input").focus();
    }
  });
}

onSubmit("#login", (form) => hall.connect(form.get("hall"), form.get("user"), form.get("password")));
onSubmit("#set-up", (form) => order({ do: "set-up", title: form.get("title"), system: form.get("system"), rounds: Number(form.get("rounds")) }));
onSubmit("#enter", (form) => {
  const players = [form.get("one"), form.get("other")].filter(Boolean);
  return order({ do: "enter", name: form.get("name"), players });
});
document.querySelector("#pair").addEventListener("click", () => order({ do: "pair" }));
document.querySelector("#unpair").addEventListener("click", () => order({ do: "unpair" }));
languageButton(draw);
translate();
draw();
