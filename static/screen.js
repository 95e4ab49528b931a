// A television turns its pages by htmx and counts by clock.js. Here: letters that fit.

const SMALLEST = 0.4; // of the largest letters
const FEW = { largest: 0.93, smallest: 0.7, row: 0.09 }; // rows so high, of the picture, have a line for each person: 56 px down to 42
const WITH_RAIL = 0.11; // and rows so high have room for the rail below the figure
const ORDINARY = 0.66; // 40 px on 1920 × 1080: a name that is longer than a line of these has two, and than two of them smaller letters

const lines = (name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return Math.round(range.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).fontSize));
};

/** Whether the rows are few, so that each person has a line: then with the largest letters at which a long pair takes three. */
function fitFew(list, names, sized, cut) {
  const [table] = list.querySelectorAll(".screen-rows");
  const rows = Math.max(0, ...[...list.querySelectorAll(".screen-rows tbody")].map((body) => body.rows.length));
  const few = table !== undefined && list.clientHeight / (rows + 0.6) > FEW.row * innerHeight;
  list.classList.toggle("few", few);
  for (let size = FEW.largest; few && size > FEW.smallest; size -= 0.02) {
    for (const name of names) name.classList.remove("long");
    sized(size);
    for (const name of names.filter((each) => lines(each) > 2)) name.classList.add("long");
    if (!cut() && names.every((name) => lines(name) <= 3)) return true;
  }
  list.classList.remove("few");
  return false;
}

/** Many rows: the largest letters with which nothing is cut and only long names take two lines. */
function fitMany(names, sized, cut) {
  for (const name of names) name.classList.remove("long");
  sized(ORDINARY);
  const long = names.filter((name) => lines(name) > 1);
  for (const name of long.filter((each) => lines(each) > 2)) name.classList.add("long");
  const wraps = () => names.some((name) => lines(name) > (long.includes(name) ? 2 : 1));
  let size = 1;
  sized(size);
  while (size > SMALLEST && (cut() || (size > ORDINARY && wraps()))) sized((size -= 0.02));
}

/** Gives the page the largest letters with which nothing of it is cut; then rows share the room left. */
function fit() {
  const list = document.querySelector(".screen-list");
  const names = [...list.querySelectorAll(".screen-rows tbody .names")];
  const sized = (size) => list.style.setProperty("--size", size);
  const isCut = (each, spare) => each.scrollHeight > each.clientHeight + spare || each.scrollWidth > each.clientWidth + spare;
  const cut = () => isCut(list, 0) || [...list.children].some((each) => isCut(each, 1));
  list.style.setProperty("--row", "0px");
  if (!fitFew(list, names, sized, cut)) fitMany(names, sized, cut);
  const rooms = [...list.querySelectorAll(".screen-rows")].map((table) => {
    const sheet = table.parentElement;
    const bottom = sheet.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(sheet).paddingBottom);
    return Math.floor((bottom - table.getBoundingClientRect().top) / table.tBodies[0].rows.length);
  });
  let row = rooms.length > 0 ? Math.min(...rooms) : 0; // of all sheets, so that their rules are in line
  const spread = () => list.style.setProperty("--row", `${row}px`);
  spread();
  for (; row > 0 && cut(); spread()) row -= 1;
  list.classList.toggle("railed", row > WITH_RAIL * innerHeight);
  // How a place changed stands below it where that is legible, and is left out where rows are close.
  const [first] = names;
  list.classList.toggle("roomy", first !== undefined && first.offsetHeight > 2.2 * Number.parseFloat(getComputedStyle(list).fontSize));
}

fit();
document.fonts?.ready.then(fit);
addEventListener("resize", fit);
document.addEventListener("htmx:afterSwap", fit); // before the page is seen
document.addEventListener("htmx:afterSettle", fit);
document.addEventListener("connection", fit); // connection.js shows or hides a line
