// Preparing a board one run of cards at a time. Without this script all runs are shown as a list.
// The position is not stored. data-way: 1 is forward, -1 back, 0 to the beginning.

const dealing = document.querySelector("[data-dealing]");
const runs = dealing ? [...dealing.querySelectorAll(".runs > li")] : [];
const dealt = document.getElementById("dealt");
let position = 0;

/** A run as text for screen readers: how many cards for whom, and the cards, if they are shown. */
function spokenText(run) {
  const cards = [...run.querySelectorAll(".card")].map((card) => card.getAttribute("aria-label"));
  return [run.querySelector(".run .visually-hidden").textContent.trim(), ...cards].join(" ");
}

/** Show the current run and, small, the next one; after the last one the check. */
function showRun() {
  for (const [index, run] of runs.entries()) {
    run.hidden = index < position || index > position + 1;
    run.classList.toggle("then", index === position + 1);
    run.setAttribute("aria-hidden", String(index === position + 1));
  }
  const done = position >= runs.length;
  dealt.hidden = !done;
  dealing.classList.toggle("all-dealt", done);
  dealing.querySelector('[data-way="1"]').hidden = done;
  dealing.querySelector('[data-way="0"]').hidden = !done;
  dealing.querySelector('[data-way="-1"]').disabled = position === 0;
  dealing.querySelector("[data-now]").textContent = done ? "" : spokenText(runs[position]);
  if (done) dealt.focus();
}

if (dealing) {
  dealing.classList.add("one-at-a-time");
  dealing.querySelector(".dealing-keys").hidden = false;
  if ("dealt" in dealing.dataset) position = runs.length;
  dealing.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-way]");
    if (!key) return;
    const step = Number(key.dataset.way);
    position = step === 0 ? 0 : Math.min(runs.length, Math.max(0, position + step));
    showRun();
  });
  showRun();
}
