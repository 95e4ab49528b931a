// Dealing a board one run at a time. Without this script all runs stand in a list.
// How far somebody is lives in the page alone. Way 1 is forward, -1 back, 0 from the beginning.

const dealing = document.querySelector("[data-dealing]");
const runs = dealing ? [...dealing.querySelectorAll(".runs > li")] : [];
const dealt = document.getElementById("dealt");
let at = 0;

/** A run as it is read aloud: how many cards to whom, and which, where they are shown. */
function aloud(run) {
  const cards = [...run.querySelectorAll(".card")].map((card) => card.getAttribute("aria-label"));
  return [run.querySelector(".run .visually-hidden").textContent.trim(), ...cards].join(" ");
}

/** Shows one run and, small, the one after; past the last the check. */
function showRun() {
  for (const [place, run] of runs.entries()) {
    run.hidden = place < at || place > at + 1;
    run.classList.toggle("then", place === at + 1);
    run.setAttribute("aria-hidden", String(place === at + 1));
  }
  const done = at >= runs.length;
  dealt.hidden = !done;
  dealing.classList.toggle("all-dealt", done);
  dealing.querySelector('[data-way="1"]').hidden = done;
  dealing.querySelector('[data-way="0"]').hidden = !done;
  dealing.querySelector('[data-way="-1"]').disabled = at === 0;
  dealing.querySelector("[data-now]").textContent = done ? "" : aloud(runs[at]);
  if (done) dealt.focus();
}

if (dealing) {
  dealing.classList.add("one-at-a-time");
  dealing.querySelector(".dealing-keys").hidden = false;
  if ("dealt" in dealing.dataset) at = runs.length;
  dealing.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-way]");
    if (!key) return;
    const way = Number(key.dataset.way);
    at = way === 0 ? 0 : Math.min(runs.length, Math.max(0, at + way));
    showRun();
  });
  showRun();
}
