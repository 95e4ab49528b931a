// The font size of screens (public displays). Their pages are turned by htmx, and clock.js counts down.

const MIN_SIZE = 0.4; // as a fraction of the largest font size
const FEW_ROWS = { largest: 0.93, smallest: 0.7, alike: 0.8, row: 0.09 }; // rows at least this high, as a fraction of the viewport, have one line per person, in 56 to 42 px; down to 48 px all names have the same size
const RAIL_MIN_ROW = 0.11; // rows at least this high have room for the rail below the figure
const ORDINARY_SIZE = 0.66; // 40 px on 1920 × 1080: a name longer than one line at this size takes two, and one longer than two is set smaller

const lineCount = (name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  const penalty = name.querySelector("small");
  if (penalty) range.setEndBefore(penalty);
  return Math.round(range.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).fontSize));
};

/** Fit a few rows with one line per person, in the largest size at which the names of a pair take at most three lines; return
 * whether that was possible. */
function fitFew(list, names, setSize, isAnythingCut) {
  const [table] = list.querySelectorAll(".screen-rows");
  const rows = Math.max(0, ...[...list.querySelectorAll(".screen-rows tbody")].map((body) => body.rows.length));
  const few = table !== undefined && list.clientHeight / (rows + 0.6) > FEW_ROWS.row * innerHeight;
  list.classList.toggle("few", few);
  const { largest, smallest, alike } = FEW_ROWS;
  for (const sizes of [{ mayBeSmaller: false, least: alike }, { mayBeSmaller: true, least: smallest }]) {
    for (let size = largest; few && size > sizes.least; size -= 0.02) {
      for (const name of names) name.classList.remove("long");
      setSize(size);
      const long = names.filter((each) => lineCount(each) > 2);
      if (long.length && !sizes.mayBeSmaller) continue;
      for (const name of long) name.classList.add("long");
      if (!isAnythingCut() && names.every((name) => lineCount(name) <= 3)) return true;
    }
  }
  list.classList.remove("few");
  return false;
}

/** Fit many rows in the largest size at which nothing is cut and only long names take two lines. */
function fitMany(names, setSize, isAnythingCut) {
  for (const name of names) name.classList.remove("long");
  setSize(ORDINARY_SIZE);
  const long = names.filter((name) => lineCount(name) > 1);
  // The rows of seats have one person each, and one line.
  for (const name of long.filter((each) => lineCount(each) > (each.closest(".seats") ? 1 : 2))) name.classList.add("long");
  const wraps = () => names.some((name) => lineCount(name) > (long.includes(name) ? 2 : 1));
  let size = 1;
  setSize(size);
  while (size > MIN_SIZE && (isAnythingCut() || (size > ORDINARY_SIZE && wraps()))) setSize((size -= 0.02));
}

/** Set the largest font size at which nothing is cut; then divide the remaining height between the rows. */
function fit() {
  const list = document.querySelector(".screen-list");
  const names = [...list.querySelectorAll(".screen-rows tbody .names")];
  const setSize = (size) => list.style.setProperty("--size", size);
  const overflows = (node, spare) => node.scrollHeight > node.clientHeight + spare || node.scrollWidth > node.clientWidth + spare;
  const isAnythingCut = () => overflows(list, 0) || [...list.children].some((node) => overflows(node, 1));
  list.style.setProperty("--row", "0px");
  if (!fitFew(list, names, setSize, isAnythingCut)) fitMany(names, setSize, isAnythingCut);
  const rowHeights = [...list.querySelectorAll(".screen-rows")].map((table) => {
    const sheet = table.parentElement;
    const bottom = sheet.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(sheet).paddingBottom);
    return Math.floor((bottom - table.getBoundingClientRect().top) / table.tBodies[0].rows.length);
  });
  let row = rowHeights.length > 0 ? Math.min(...rowHeights) : 0; // the same in all sheets, so that their lines are aligned
  const spread = () => list.style.setProperty("--row", `${row}px`);
  spread();
  for (; row > 0 && isAnythingCut(); spread()) row -= 1;
  list.classList.toggle("railed", row > RAIL_MIN_ROW * innerHeight);
  // The change of a place is shown below it if rows are high enough to read it.
  const [first] = names;
  list.classList.toggle("roomy", first !== undefined && first.offsetHeight > 2.2 * Number.parseFloat(getComputedStyle(list).fontSize));
}

fit();
document.fonts?.ready.then(fit);
addEventListener("resize", fit);
document.addEventListener("htmx:afterSwap", fit); // before the page is seen
document.addEventListener("htmx:afterSettle", fit);
document.addEventListener("connection", fit); // connection.js shows or hides a line of text
