// The form of a new event: keep the chosen movement in view, and name it in the line above the button.

import { updateButton } from "./ready.js";

function nameChosenMovement() {
  const plan = document.querySelector("#proposals :checked")?.closest(".plan");
  const creates = document.getElementById("creates");
  if (!creates) return null;
  const parts = [plan?.querySelector(".plan-name b"), plan?.querySelector(".length")];
  creates.dataset.ready = parts.map((part) => part?.textContent.trim().replace(/\s+/g, " ")).filter(Boolean).join(" · ");
  updateButton(creates.closest("form"));
  return plan;
}

document.addEventListener("change", ({ target }) => target.name === "movement" && nameChosenMovement());

document.addEventListener("htmx:afterSettle", () => {
  const plan = nameChosenMovement();
  const sheet = plan?.closest(".what-fits > .panel");
  if (!sheet || sheet.scrollHeight <= sheet.clientHeight) return;
  const below = plan.getBoundingClientRect().bottom - sheet.getBoundingClientRect().bottom;
  const above = plan.getBoundingClientRect().top - sheet.getBoundingClientRect().top;
  if (above < 0) sheet.scrollTop += above;
  else if (below > 0) sheet.scrollTop += below;
});

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
