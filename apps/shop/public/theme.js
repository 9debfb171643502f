// Runs before the first paint: a chosen theme must not flash the other one. The server puts it into the
// page, and its digest into the content policy. The keys are those of src/session/storage.ts.
// With cookies disabled nothing is shown at all: see src/main.tsx.
if (!navigator.cookieEnabled) document.documentElement.dataset.cookies = 'off';
// The schema library (zod) reads this before the first schema is built: it would try to make code at run time, which the
// content policy forbids.
window.__zod_globalConfig = { jitless: true };
var page = document.documentElement.dataset;
// A page that was drawn for everybody, with the currencies in which it would be another.
var drawn = document.querySelector('meta[name="shop-drawn"]');
var load = performance.getEntriesByType('navigation')[0] || {};
if (drawn) {
  page.path = location.pathname + location.search;
  // As the browser had kept it, perhaps since yesterday.
  if (load.type === 'back_forward') page.start = 'anew';
  // Nor is it the page of whoever comes to a section.
  else if (location.hash) page.start = 'own';
}
try {
  var theme = localStorage.getItem('giftlane.theme');
  if (theme === 'light' || theme === 'dark') page.theme = theme;
  if (navigator.cookieEnabled && localStorage.getItem('giftlane.cookies')) page.cookies = 'accepted';
  // The notice's button works before the shop does.
  document.addEventListener(
    'click',
    function (event) {
      if (!event.target.closest('.until-accepted button')) return;
      localStorage.setItem('giftlane.cookies', 'yes');
      page.cookies = 'accepted';
    },
    true,
  );
  // What is pressed or entered before the shop can act on it is marked, and done again when it can: see
  // src/boot/replay-input.ts. Links, popovers and forms that lead somewhere work by themselves. On its way down: React
  // stops what it can not act on yet, and would act at once on a press that makes it take over the page.
  document.addEventListener(
    'click',
    function (event) {
      var button = event.target.closest('[data-drawn] button:not([popovertarget])');
      if (!button || (button.form && button.form.hasAttribute('action'))) return;
      button.dataset.early = Number(button.dataset.early || 0) + 1;
      button.setAttribute('aria-busy', 'true');
      event.stopPropagation();
    },
    true,
  );
  document.addEventListener(
    'input',
    function (event) {
      var field = event.target.closest('[data-drawn] :is(input, select)');
      if (field) field.dataset.early = /radio|checkbox/.test(field.type) ? field.checked : field.value;
    },
    true,
  );
  var currency = localStorage.getItem('giftlane.currency');
  var isOther = !drawn || drawn.content.split(' ').indexOf(currency) >= 0;
  if (drawn && !page.start) {
    var onList = location.pathname === '/gift-cards';
    // Not the page of whoever is signed in, or goes on where a list was left.
    if (
      isOther ||
      localStorage.getItem('giftlane.token') ||
      (onList && load.type === 'reload' && sessionStorage.getItem('giftlane.places')) ||
      (onList && (localStorage.getItem('giftlane.viewed') || '[]') !== '[]')
    )
      page.start = 'own';
  }
  // The reply the page will ask for first, in the currency it will ask for, unless the page has it: a link in the
  // page's own words is fetched before any script could stop it.
  var early = document.querySelector('meta[name="shop-early"]');
  if (early && navigator.cookieEnabled && (isOther || page.start === 'anew')) {
    var words = early.content.split(' ');
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
// The scripts of a drawn page come after its first sight, to which they would add nothing; at once where it is not the
// page of whoever looks, nobody looks, or somebody presses something.
var scripts = document.getElementById('scripts');
function bring() {
  if (scripts) document.head.appendChild(scripts.content);
  scripts = null;
}
addEventListener('pointerdown', bring);
addEventListener('keydown', bring);
addEventListener('load', function () {
  setTimeout(bring, 1000);
});
if (page.start || document.hidden || !window.PerformanceObserver) bring();
else new PerformanceObserver(bring).observe({ type: 'paint', buffered: true });
