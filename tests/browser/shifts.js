// Record layout shifts without user input, for `tests.browser.page_checks.shifted`.
window.layoutShifts = [];
const described = ({ node }) => {
  const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  return element ? `<${element.tagName?.toLowerCase()} ${element.className}> “${element.textContent.trim().slice(0, 40)}”` : "gone";
};
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    if (!shift.hadRecentInput) window.layoutShifts.push(`moves by itself: ${shift.value.toFixed(4)}, ${shift.sources.map(described).join(", ")}`);
  }
}).observe({ type: "layout-shift", buffered: true });
