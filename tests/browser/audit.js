// What axe finds wrong with this page: as a whole, unless `rules` is null; and in every text whose ink or ground was not
// met before. `met` names the inks known already; those met here are returned.
async ({ rules, met }) => {
  const load = (resolve, reject) => {
    const script = document.createElement("script");
    [script.src, script.onload, script.onerror] = ["/static/axe.min.js", resolve, reject];
    document.head.append(script);
  };
  if (!window.axe) await new Promise(load); // from our own address, as the content security policy wants it
  const wrong = [];
  const ask = async (where, runOnly, rules = {}) => {
    const answer = await axe.run(where, { runOnly, rules, resultTypes: ["violations"], reporter: "v2" });
    for (const { id, nodes } of answer.violations)
      wrong.push(...nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any.concat(node.none).map((check) => check.message).join("; ")}`));
  };
  if (rules) await ask(document, rules, rules.type === "tag" ? { "color-contrast": { enabled: false } } : {});
  if (!met) return { wrong, inks: [] };

  // Whatever decides the contrast of a text, as one string: what it is, its ink and letters, and all grounds behind it.
  const kind = (element) => `${element.localName}.${element.getAttribute("class") ?? ""}${element.matches(":disabled") ? ":disabled" : ""}`;
  const grounds = new Map([[null, []]]); // of each element, found once
  const groundsOf = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${opacity} ${position}`;
      grounds.set(element, [...new Set([own, ...groundsOf(element.parentElement)])]);
    }
    return grounds.get(element);
  };
  const inkOf = (element) => {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    return [kind(element), kind(element.parentElement), color, fontSize, fontWeight, ...groundsOf(element)].join(" | ");
  };
  const known = new Set(met);
  const fresh = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    const ink = inkOf(element);
    if (!known.has(ink)) fresh.set(ink, fresh.get(ink) ?? element);
  }
  if (fresh.size) await ask({ include: [...fresh.values()] }, { type: "rule", values: ["color-contrast"] });
  return { wrong, inks: [...fresh.keys()] };
}
