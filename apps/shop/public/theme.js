// Runs before the first paint: a chosen theme must not flash the other one. The server puts it into the
// page, and its digest into the content policy. The keys are those of src/lib/storage.ts.
try {
  var theme = localStorage.getItem('giftlane.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (localStorage.getItem('giftlane.cookies')) document.documentElement.dataset.cookies = 'accepted';
  // The notice's button works before the shop does.
  document.addEventListener('click', function (event) {
    if (!event.target.closest('.until-accepted button')) return;
    localStorage.setItem('giftlane.cookies', 'yes');
    document.documentElement.dataset.cookies = 'accepted';
  });
  // The reply the page will ask for first, in the currency it will ask for: a link in the page's own words
  // is fetched before any script could stop it.
  var early = document.querySelector('meta[name="shop-early"]');
  if (early) {
    var words = early.content.split(' ');
    var currency = localStorage.getItem('giftlane.currency');
    var link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'fetch';
    link.crossOrigin = 'anonymous';
    link.href = words[0].replace('*', words.indexOf(currency, 1) < 0 ? words[1] : currency);
    document.head.appendChild(link);
  }
} catch (_closedStorage) {
  // Storage is closed: the system's preference stands.
}
// With cookies disabled nothing is shown at all: see src/main.tsx.
if (!navigator.cookieEnabled) document.documentElement.dataset.cookies = 'off';
