// A line of the chart of places comes forward while the pointer or the focus is on it, or on its row of the table.

for (const course of document.querySelectorAll(".course-of")) {
  const bringForward = ({ target }) => {
    const number = target.closest("[data-number]")?.dataset.number;
    for (const line of course.querySelectorAll("[data-number]")) line.classList.toggle("forward", line.dataset.number === number);
  };
  course.addEventListener("mouseover", bringForward);
  course.addEventListener("focusin", bringForward);
  course.addEventListener("mouseleave", () => bringForward({ target: document.activeElement }));
  course.addEventListener("focusout", () => bringForward({ target: course }));
}
