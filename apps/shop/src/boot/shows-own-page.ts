/** True when the server rendered this visitor's page; otherwise start-up replaces its content. */
export function showsOwnPage(root: HTMLElement): boolean {
  const startUp = document.getElementById('start-up');
  startUp?.remove();
  const { start, path } = document.documentElement.dataset;
  // The address changes without a load when the visitor goes back before this runs.
  const isOther = Boolean(start) || path !== location.pathname + location.search;
  if (startUp && isOther) {
    root.replaceChildren(...startUp.childNodes);
    delete root.dataset.drawn;
  }
  delete document.documentElement.dataset.start;
  return startUp !== null && !isOther;
}
