// A television turns its pages by htmx and counts by clock.js. Here: letters that fit.

const SMALLEST = 0.4; // of the letters' size

/** Makes all letters of the page smaller until nothing of it is cut, where names take more lines than was reckoned. */
function fit() {
  const list = document.querySelector(".screen-list");
  const cut = () => [list, ...list.children].some((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1);
  list.style.removeProperty("--size");
  for (let size = 1; size > SMALLEST && cut(); size -= 0.04) list.style.setProperty("--size", size);
}

fit();
document.fonts?.ready.then(fit);
addEventListener("resize", fit);
document.addEventListener("htmx:afterSettle", fit);
document.addEventListener("connection", fit); // connection.js shows or hides a line
