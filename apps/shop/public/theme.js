// Runs before the first paint: a chosen theme must not flash the other one. The server puts it into the
// page, and its digest into the content policy. The key is the one of src/lib/storage.ts.
try {
  var theme = localStorage.getItem('giftlane.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch (_closedStorage) {
  // Storage is closed: the system's preference stands.
}
