// Run axe on this page: the given rules on the whole page, unless `rules` is null; and the contrast of every text whose ink
// (its colours and font) was not checked before. `met` lists the inks that were; the new ones are returned.
async ({ rules, met }) => {
  const load = (resolve, reject) => {
    const script = document.createElement("script");
    [script.src, script.onload, script.onerror] = ["/static/axe.min.js", resolve, reject];
    document.head.append(script);
  };
  if (!window.axe) await new Promise(load); // from the same origin, for the content security policy
  const problems = [];
  const runAxe = async (where, runOnly, rules = {}) => {
    const answer = await axe.run(where, { runOnly, rules, resultTypes: ["violations"], reporter: "v2" });
    for (const { id, nodes } of answer.violations)
      problems.push(...nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any.concat(node.none).map((check) => check.message).join("; ")}`));
  };
  if (rules) await runAxe(document, rules, rules.type === "tag" ? { "color-contrast": { enabled: false } } : {});
  if (!met) return { wrong: problems, inks: [] };

  // Everything that decides the contrast of a text, as one string: its element, colour, font, and all backgrounds behind it.
  const kind = (element) => `${element.localName}.${element.getAttribute("class") ?? ""}${element.matches(":disabled") ? ":disabled" : ""}`;
  const backgrounds = new Map([[null, []]]); // by element
  const backgroundsOf = (element) => {
    if (!backgrounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      const background = `${backgroundColor} ${backgroundImage} ${opacity} ${position}`;
      backgrounds.set(element, [...new Set([background, ...backgroundsOf(element.parentElement)])]);
    }
    return backgrounds.get(element);
  };
  const inkOf = (element) => {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    return [kind(element), kind(element.parentElement), color, fontSize, fontWeight, ...backgroundsOf(element)].join(" | ");
  };
  const knownInks = new Set(met);
  const newInks = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    const ink = inkOf(element);
    if (!knownInks.has(ink)) newInks.set(ink, newInks.get(ink) ?? element);
  }
  if (newInks.size) await runAxe({ include: [...newInks.values()] }, { type: "rule", values: ["color-contrast"] });
  return { wrong: problems, inks: [...newInks.keys()] };
}
