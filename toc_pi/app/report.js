"use strict";
// Replays the game of this page: nothing is loaded, nothing is sent, nothing is kept.
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const part = (id) => document.getElementById(id);
  const pawns = [...part("pawns").children];
  const last = game.steps.length - 1;
  const radius = Number(part("board").dataset.radius);
  const slider = part("slider");
  let here = last;
  let timer = 0;

  function draw(name, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    part("ways").append(made);
  }

  function arrow(from, to, kind, aside) {
    const [x, y] = game.at[from], [u, v] = game.at[to];
    const far = Math.hypot(u - x, v - y) || 1;
    const dx = (u - x) / far, dy = (v - y) / far, short = Math.min(radius, far / 3);
    const place = (along) => `${x + dx * along - dy * aside} ${y + dy * along + dx * aside}`;
    const d = `M${place(short)}L${place(far - short)}`;
    const width = radius / 2.6, dash = kind === "home" ? [width / 2, width * 1.8] : [width * 1.6, width * 1.8];
    draw("path", { d, class: "way-edge", "stroke-width": width * 1.9 });
    const style = kind === "" ? "" : `stroke-dasharray: ${dash.join(" ")}`;
    draw("path", { d, class: `way ${kind}`, "stroke-width": width, style });
  }

  function standing(places) {
    const out = game.names.map((who, n) => {
      const holes = places.slice(4 * n, 4 * n + 4).filter((hole) => !game.camps.includes(hole));
      return holes.length ? game.words.stands.replace("{who}", who).replace("{holes}", holes.join(", ")) : "";
    });
    return out.filter(Boolean).join("; ");
  }

  function show(number) {
    here = Math.max(0, Math.min(last, number));
    const step = game.steps[here];
    const places = step.at.split(" ");
    pawns.forEach((pawn, n) => {
      const [x, y] = game.at[places[n]];
      pawn.style.transform = `translate(${x}px, ${y}px)`;
    });
    part("ways").replaceChildren();
    for (const hole of step.fresh) {
      const [cx, cy] = game.at[hole];
      draw("circle", { cx, cy, r: radius * 1.3, class: "fresh", "stroke-width": radius / 6 });
    }
    for (const [from, to] of step.ways) {
      const kind = step.kind === "flagged" ? "flagged" : game.camps.includes(to) ? "home" : "";
      const back = step.ways.some(([start, end]) => start === to && end === from);
      arrow(from, to, kind, back ? radius * 0.6 : 0);
    }
    part("say").textContent = step.say;
    part("card").textContent = step.card;
    part("card").hidden = !step.card;
    part("sure").textContent = step.sure;
    part("sure").hidden = !step.sure;
    const sign = part("who").querySelector("use");
    part("who").hidden = !step.seat;
    if (step.seat) sign.setAttribute("href", `#pawn-${step.seat}`);
    part("board").setAttribute("aria-label", `${step.say} ${standing(places)}`);
    part("where").textContent = game.words.where.replace("{n}", step.n).replace("{all}", game.turns);
    slider.value = here;
    slider.setAttribute("aria-valuetext", `${part("where").textContent}: ${step.say}`);
    const race = part("race").dataset;
    const x = Number(race.left) + (Number(race.right) - Number(race.left)) * step.n / Number(race.last);
    part("now").setAttribute("transform", `translate(${x - Number(race.right)} 0)`);
    for (const row of document.querySelectorAll(".here")) row.classList.remove("here");
    part(`step-${here}`)?.classList.add("here");
    for (const id of ["first", "back"]) part(id).setAttribute("aria-disabled", here === 0);
    part("next").setAttribute("aria-disabled", here === last);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    label();
  }

  function label() {
    const words = timer ? game.words.pause : game.words.play;
    part("keys").classList.toggle("playing", Boolean(timer));
    part("play").setAttribute("aria-label", words);
    part("play").title = words;
    part("say").setAttribute("aria-live", timer ? "off" : "polite");
  }

  function play() {
    if (timer) return stop();
    show(here === last ? 0 : here + 1);
    timer = setInterval(() => (here === last ? stop() : show(here + 1)), game.pause_ms);
    label();
  }

  function go(number) {
    if (timer) stop();
    show(number);
  }

  const keys = {
    ArrowLeft: () => go(here - 1),
    ArrowRight: () => go(here + 1),
    Home: () => go(0),
    End: () => go(last),
    " ": play,
  };

  part("first").onclick = keys.Home;
  part("back").onclick = keys.ArrowLeft;
  part("play").onclick = play;
  part("next").onclick = keys.ArrowRight;
  slider.oninput = () => go(Number(slider.value));
  document.addEventListener("keydown", (event) => {
    const isPlain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
    const onKey = event.key === " " && event.target.closest("button, a");
    if (!isPlain || onKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-step]");
    if (!link) return;
    event.preventDefault();
    go(Number(link.dataset.step));
    part("replay").scrollIntoView();
  });
  slider.max = last;
  part("keys").hidden = false;
  show(last);
})();
