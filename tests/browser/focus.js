// The name of the focused element, and the problems of how its focus is shown; null once the focus has left the page.
() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const shown = getComputedStyle(focused).opacity === "0" ? focused.labels[0] : focused;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const { left, top, width, height } = shown.getClientRects()[0];
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height]));
  const isVisible = ([x, y]) => {
    const element = document.elementFromPoint(x, y);
    return element === focused || shown.contains(element);
  };
  const problems = [];
  if (outlineStyle === "none" || parseFloat(outlineWidth) < 3) problems.push(`no ring: ${outlineStyle} ${outlineWidth}`);
  if (!points.some(isVisible)) problems.push("hidden behind something else");
  if (focused.tabIndex > 0) problems.push("out of reading order");
  const name = (focused.getAttribute("aria-label") ?? focused.labels?.[0]?.textContent ?? focused.textContent).replace(/\s+/g, " ").trim();
  return [name, problems];
}
