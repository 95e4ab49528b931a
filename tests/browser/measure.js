// What a reader would trip over on this page; an empty list is a good page.
() => {
  const found = [];
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".visually-hidden, .skip");
  const said = (element) => `<${element.tagName.toLowerCase()}> “${element.textContent.trim().slice(0, 40)}”`;
  const placed = (element) => getComputedStyle(element).position === "static" && element.parentElement ? placed(element.parentElement) : element;
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("main *")].find(
      (each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest(".scroller, .tabs, .visually-hidden"));
    found.push(`scrolls sideways: ${root.scrollWidth} px${wide ? ", " + said(wide) : ""}`);
  }
  const headings = [...document.querySelectorAll("h1")].filter(seen).length;
  if (headings !== 1) found.push(`main headings: ${headings}`);
  const steps = [...document.querySelectorAll(".primary")].filter((each) => seen(each) && !each.closest("details > :not(summary)"));
  if (steps.length > 1) found.push(`next steps: ${steps.map(said).join(", ")}`);
  for (const tabs of document.querySelectorAll(".tabs")) {
    const current = tabs.querySelectorAll("[aria-current]").length;
    if (current !== 1) found.push(`current tabs: ${current}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !seen(element)) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < 15.99) found.push(`small text: ${size} px, ${said(element)}`);
  }
  for (const element of document.querySelectorAll("a, button, summary, input:not([type=hidden]), select, textarea")) {
    const laid = getComputedStyle(element, "::after"); // a row that is led to, or opened, as a whole
    const covers = laid.position === "absolute" && laid.content !== "none" && [laid.top, laid.right, laid.bottom, laid.left].every((side) => side === "0px");
    const ticked = element.matches("[type=radio], [type=checkbox]") && element.closest("label, .keys > span");
    const touched = ticked || (covers && placed(element)) || element;
    if (!seen(element) || getComputedStyle(touched).display === "inline") continue; // a link inside a sentence
    const { width, height } = touched.getBoundingClientRect();
    if (width < 47.5 || height < 47.5) found.push(`small to touch: ${width.toFixed()} × ${height.toFixed()} px, ${said(element)}`);
  }
  return found;
}
