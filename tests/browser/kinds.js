// The elements of this page as pairs: what kind it is, and its own words with its name. What one page has and another has not.
() => [...document.querySelectorAll("head title, body, body *:not(svg *)")].map((element) => {
  const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
  const [kind, name] = [["class", "role", "type"], ["aria-label", "placeholder"]].map((names) => names.map((each) => element.getAttribute(each)));
  return [[element.localName, ...kind].join(" "), [...name, ...own].join(" ").replace(/\s+/g, " ").trim()];
})
