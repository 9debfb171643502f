// Runs before the first paint: a chosen theme must not flash the other one. Kept outside the page,
// so that the content policy needs no inline script. The key is the one of src/lib/storage.ts.
try {
  var theme = localStorage.getItem('giftlane.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch (_closedStorage) {
  // Storage is closed: the system's preference stands.
}
