// What has the focus, and what is wrong with how that is shown; null once the focus has left the page.
() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const shown = getComputedStyle(focused).opacity === "0" ? focused.labels[0] : focused;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const { left, top, width, height } = shown.getClientRects()[0];
  const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height]));
  const isSeen = ([x, y]) => {
    const found = document.elementFromPoint(x, y);
    return found === focused || shown.contains(found);
  };
  const wrong = [];
  if (outlineStyle === "none" || parseFloat(outlineWidth) < 3) wrong.push(`no ring: ${outlineStyle} ${outlineWidth}`);
  if (!places.some(isSeen)) wrong.push("hidden behind something else");
  if (focused.tabIndex > 0) wrong.push("out of reading order");
  const name = (focused.getAttribute("aria-label") ?? focused.labels?.[0]?.textContent ?? focused.textContent).replace(/\s+/g, " ").trim();
  return [name, wrong];
}
