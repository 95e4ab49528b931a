// Highlight a line of the chart of ranks while the pointer or the focus is on it, or on its row of the table.

for (const chart of document.querySelectorAll(".course-of")) {
  const bringForward = ({ target }) => {
    const number = target.closest("[data-number]")?.dataset.number;
    for (const line of chart.querySelectorAll("[data-number]")) line.classList.toggle("forward", line.dataset.number === number);
  };
  chart.addEventListener("mouseover", bringForward);
  chart.addEventListener("focusin", bringForward);
  chart.addEventListener("mouseleave", () => bringForward({ target: document.activeElement }));
  chart.addEventListener("focusout", () => bringForward({ target: chart }));
}
