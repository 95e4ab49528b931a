// The form of a new event: name the chosen movement in the line above the button, and hide the movements for numbers typed before.

import { updateButton } from "./ready.js";

function nameChosenMovement() {
  const plan = document.querySelector("#proposals:not(.outdated) :checked")?.closest(".plan");
  const creates = document.getElementById("creates");
  if (!creates) return;
  const parts = [plan?.querySelector(".plan-name b"), plan?.querySelector(".length")];
  creates.dataset.ready = parts.map((part) => part?.textContent.trim().replace(/\s+/g, " ")).filter(Boolean).join(" · ");
  updateButton(creates.closest("form"));
  const link = document.querySelector(".chosen-plan");
  if (!link) return;
  link.classList.toggle("outdated", !plan);
  if (plan) link.replaceChildren(...[...parts, plan.querySelector(".till > span") ?? plan.querySelector(".till")].flatMap((part) => [part.cloneNode(true), " "]));
}

/** The grey number of contestants is that of the movements shown: an example, or as many as the list has. */
function showCountOfList() {
  const legend = document.querySelector("#proposals > legend[data-count]");
  if (legend) document.getElementById("id_count").placeholder = legend.dataset.count;
}

document.addEventListener("change", ({ target }) => target.name === "movement" && nameChosenMovement());

// Until the movements for a new number arrive, those shown are for another one.
document.addEventListener("input", ({ target }) => {
  if (!["count", "minutes", "minutes_per_board", "boards_per_round", "rounds"].includes(target.name)) return;
  document.getElementById("proposals")?.classList.add("outdated");
  nameChosenMovement();
});
for (const type of ["htmx:afterSettle", "htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(type, () => {
    document.getElementById("proposals")?.classList.remove("outdated");
    nameChosenMovement();
    showCountOfList();
  });
}

nameChosenMovement();

// A swapped part of the form has the values that were sent: restore those that were typed since then.
let laterValues = [];

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { formData } = detail.requestConfig;
  const fields = [...detail.target.querySelectorAll("input:not([type=hidden], [type=radio], [type=checkbox]), textarea")];
  laterValues = fields.filter(({ name, value }) => formData.has(name) && formData.get(name) !== value).map(({ id, value }) => [id, value]);
});

document.addEventListener("htmx:afterSettle", () => {
  for (const [id, value] of laterValues) {
    const field = document.getElementById(id);
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  laterValues = [];
});
