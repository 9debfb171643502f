// Runs before the first paint, so that the chosen theme does not flash. The server inlines this script and puts its
// hash into the content security policy. The keys are those of src/session/storage.ts.
// With cookies disabled the page stays empty (src/main.tsx).
if (!navigator.cookieEnabled) document.documentElement.dataset.cookies = 'off';
// Read by zod before its first schema: without it zod tries to compile code, which the content security policy forbids.
window.__zod_globalConfig = { jitless: true };
var page = document.documentElement.dataset;
// Marks a server-rendered page; its content lists the currencies in which the page would differ.
var drawn = document.querySelector('meta[name="shop-drawn"]');
var load = performance.getEntriesByType('navigation')[0] || {};
if (drawn) {
  page.path = location.pathname + location.search;
  // From the browser's cache, perhaps outdated: loads its answers again.
  if (load.type === 'back_forward') page.start = 'anew';
  // Rendered without the hash: not this visitor's page.
  else if (location.hash) page.start = 'own';
}
try {
  var theme = localStorage.getItem('giftlane.theme');
  if (theme === 'light' || theme === 'dark') page.theme = theme;
  if (navigator.cookieEnabled && localStorage.getItem('giftlane.cookies')) page.cookies = 'accepted';
  // The button of the cookie notice works before the scripts are loaded.
  document.addEventListener(
    'click',
    function (event) {
      if (!event.target.closest('.until-accepted button')) return;
      localStorage.setItem('giftlane.cookies', 'yes');
      page.cookies = 'accepted';
    },
    true,
  );
  // Records presses and input before hydration; src/boot/replay-input.ts replays them. Links, popovers and forms with
  // an action work without scripts. Captured, as React stops events it can not handle yet, and would handle at once a
  // press that starts the hydration.
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
    // Rendered for visitors at the start of a list: not for members, a reload within a list, or viewed brands.
    if (
      isOther ||
      localStorage.getItem('giftlane.token') ||
      (onList && load.type === 'reload' && sessionStorage.getItem('giftlane.places')) ||
      (onList && (localStorage.getItem('giftlane.viewed') || '[]') !== '[]')
    )
      page.start = 'own';
  }
  // Preloads the page's first API answer in the visitor's currency, unless the page has it. Made by a script, as a
  // static link would be fetched in any case.
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
  // Without storage the system's theme applies.
}
// The scripts of a server-rendered page are loaded after its first paint; at once if the page is not this visitor's, if
// it is hidden, or at a press.
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
