// A picture of the standings, drawn on the phone that shares it: nothing leaves the site that the page does not show.
// A button with data-share="file name" draws the first rows of every ranking on the page.

const WIDTH = 1080, HEIGHT = 1350, EDGE = 72, MOST = 10, HEADING = 60;

// The inks of the light theme whatever the reader's own: the picture goes to others.
const INK = "#1E1B16", QUIET = "#5F574B", PAPER = "#FAF6EE", RULE = "#E0D6C4", RED = "#A3201D";

const font = (size, weight = 400) => `${weight} ${size}px system-ui, sans-serif`;

function words(selector) {
  return document.querySelector(selector)?.textContent.trim().replace(/\s+/g, " ") ?? "";
}

/** Every ranking with its heading and so many of its rows that all fit. */
function rankings() {
  const tables = [...document.querySelectorAll("#standings table.standings")].slice(0, MOST);
  return tables.map((table) => ({
    heading: table.closest("section").querySelector("h2")?.textContent.trim().replace(/\s+/g, " ") ?? "",
    rows: rows(table).slice(0, Math.floor(MOST / tables.length)),
  }));
}

/** Place, names and total of the rows, as the page writes them. */
function rows(table) {
  return [...table.tBodies[0].rows].map((row) => ({
    place: row.cells[0].firstChild.textContent.trim(),
    names: row.cells[1].textContent.trim().replace(/\s+/g, " "),
    total: (row.querySelector(".total summary") ?? row.querySelector(".total")).textContent.trim(),
  }));
}

/** A text in lines that are no wider than this; a name is never shortened. */
function lines(pen, text, width) {
  const found = [""];
  for (const word of text.split(" ")) {
    const longer = `${found.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= width || !found.at(-1)) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found;
}

/** Writes a text from a height on, and answers the height below it. */
function write(pen, text, y, size, weight, colour, { x = EDGE, width = WIDTH - 2 * EDGE } = {}) {
  pen.font = font(size, weight);
  pen.fillStyle = colour;
  for (const line of lines(pen, text, width)) pen.fillText(line, x, (y += size * 1.25));
  return y;
}

function drawRow(pen, row, y, height) {
  const middle = y + height / 2 + 14;
  pen.font = font(44, 700);
  pen.fillStyle = RED;
  pen.fillText(row.place, EDGE, middle);
  pen.fillStyle = INK;
  pen.textAlign = "right";
  pen.fillText(row.total, WIDTH - EDGE, middle);
  const room = WIDTH - 2 * EDGE - 100 - pen.measureText(row.total).width - 40;
  pen.textAlign = "left";
  pen.font = font(36);
  const of = lines(pen, row.names, room);
  of.forEach((line, at) => pen.fillText(line, EDGE + 100, middle + (at - (of.length - 1) / 2) * 40));
  pen.fillStyle = RULE;
  pen.fillRect(EDGE, y + height - 1, WIDTH - 2 * EDGE, 2);
}

function drawn() {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const { club, event } = document.querySelector("[data-share]").dataset;
  let y = write(pen, club, EDGE / 2, 36, 400, QUIET);
  y = write(pen, event, y, 64, 700, INK);
  y = write(pen, words("#standings > .row .quiet"), y, 30, 400, QUIET) + 30;
  const shown = rankings();
  const headings = HEADING * shown.filter((ranking) => ranking.heading).length;
  const height = Math.min(110, (HEIGHT - 2 * EDGE - y - headings) / shown.flatMap((ranking) => ranking.rows).length);
  for (const { heading, rows } of shown) {
    if (heading) {
      write(pen, heading, y, 36, 700, INK);
      y += HEADING;
    }
    for (const row of rows) {
      drawRow(pen, row, y, height);
      y += height;
    }
  }
  write(pen, location.host, HEIGHT - EDGE - 20, 28, 400, QUIET);
  return canvas;
}

function save(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function share(button) {
  const blob = await new Promise((done) => drawn().toBlob(done, "image/png"));
  const file = new File([blob], `${button.dataset.share}.png`, { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) return save(file);
  try {
    await navigator.share({ files: [file] });
  } catch (reason) {
    if (reason.name !== "AbortError") save(file); // who has closed the list of friends wants nothing
  }
}

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !document.querySelector("#standings table.standings");
  button.addEventListener("click", () => share(button));
}
