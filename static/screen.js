// A screen that everybody sees turns its pages by htmx and counts by clock.js. Here: letters that fit.

const SMALLEST = 0.4; // of the letters' size

/** Nothing of a list is cut: where names take more lines than was thought, all its letters are smaller. */
function fit() {
  const list = document.querySelector(".screen-list");
  for (let size = 1; size > SMALLEST && list.scrollHeight > list.clientHeight; size -= 0.04) {
    list.style.setProperty("--size", size);
  }
}

fit();
addEventListener("resize", fit);
document.addEventListener("htmx:afterSettle", fit);
document.addEventListener("connection", fit); // connection.js shows or hides a line
