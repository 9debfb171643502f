import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { drawPages } from './build/draw-pages.ts';
import { fetchFirstFonts } from './build/first-fonts.ts';
import { firstSight } from './build/first-sight.ts';
import { inlineTexts } from './build/inline-texts.ts';
import { installable } from './build/installable.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';

/** Where the server answers while the shop is developed with hot reload. */
const server = process.env.SHOP_SERVER ?? 'http://127.0.0.1:3000';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where a server speaks HTTP/1.1, a browser fetches six files at a time, and each small one costs a turn. */
const everyPage = /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack)\//;

/** What the first page and most others share: a file for each of them would pack a third worse. */
const shell =
  /contract\/src\/(?:\w+\/)?(?:cart-limits|pages)\.|lucide-react\/dist\/esm\/(?:createLucideIcon|Icon|context|defaultAttributes|icons\/chevron-down|shared)|contract\/src\/(?:\w+\/)?money\.|shop\/src\/(?:(?:client|session|boot|storage)\/(?:anew|answers|api|api-error|at-first|currency|external-store|kept|media|member|query-client|remembered|server-clock|session|shapes|storage|take-over|viewed)|rooms\/\w+\/money|ui\/(?:cx|disclosure|drawing|head|later|page|spinner|toast-queue))\./;

/** What the home page, the lists and the brand pages share. */
const browsing =
  /contract\/src\/(?:\w+\/)?categories\.|lucide-react\/dist\/esm\/icons\/(?:arrow-left|arrow-right|badge-check|eye|eye-off|minus|pause|play|plus|search|sliders-horizontal|zap)\.|shop\/src\/(?:(?:client|session|boot|storage)\/address-state|rooms\/\w+\/(?:back-link|brand-strip|brand-tile|brands|card-art|currency-choice|currency-names|currency-options|drawings|film|filters-button|grid-shape|hero|keep-picture|list-end|near|place|prices|recently-viewed|search-box|shelves|tab-labels|use-near|use-place|use-turn)|ui\/(?:field|prose|skeleton|state|stepper))\./;

/** Little things that a member's rooms share, each too small for a file: the names of files weigh in the first script. */
const small =
  /contract\/src\/(?:\w+\/)?(?:coins|gateways|order-states)\.|lucide-react\/dist\/esm\/icons\/(?:arrow-down-left|arrow-up-right|bitcoin|check|chevron-left|chevron-right|circle-question-mark|clock|copy|download|external-link|hourglass|id-card|mail|printer|shield-check|trash|triangle-exclamation-point|undo-2)\.|shop\/src\/(?:features\/coins\/transfers-query|(?:client|session|boot|storage)\/(?:api-files|clipboard|dates|drafts|save-file|use-action|use-go-on|use-hash|use-paused)|rooms\/\w+\/(?:coin-icon|coins|copy|direction|kyc-status|line-price|order-status|qr-picture|security|typed-amount|use-create-wallet|use-seconds-left)|ui\/(?:badge|lazy-part|notice|show-wrong))\./;

/** What stands around every page and none waits for: the footer, the insides of the menus, the navigation of a phone. */
const around =
  /lucide-react\/dist\/esm\/icons\/(?:gift|hand-coins|house|log-in|log-out|monitor|moon|sun|wifi-off)\.|shop\/src\/(?:features\/shell\/(?:bottom-nav|footer|menu-contents|offline-note|theme-switch|wallet-contents)|(?:client|session|boot|storage)\/theme)\./;

/** What some of a member's rooms share, each of it alone. */
const rooms =
  /contract\/src\/(?:\w+\/)?sums\.|shop\/src\/(?:features\/(?:kyc\/reason|orders\/use-renew|proof\/book-words)|rooms\/\w+\/(?:brand-logo|code-text|dated|day-field|days|face|give-up|order-draft|order-problem|order-title|orders|price-changed|receipt|sell-cards|time-left|totals-list)|ui\/(?:pager|switch))\./;

/** Pages of a few words that links of mails lead to. */
const letters =
  /shop\/src\/(?:features\/shell\/(?:check-link|checking|press-link|unanswered)|routes\/(?:google-callback|google-link|link-expired|mail-expired|mail-reopen|mail-undo|mail-verification|mail-verified|newsletter-confirm|newsletter-leave|not-found|reset-check))\./;

/** Pages of a text that its owner writes. */
const texts =
  /shop\/src\/(?:features\/pages\/[\w-]+|rooms\/\w+\/static-page|routes\/(?:about-us|faq|legal))\./;

/** What the ways in share. */
const auth =
  /shop\/src\/(?:features\/auth\/(?:auth-page|given-email|passkey-sign-in|sign-in)|(?:client|session|boot|storage)\/google)\./;

const tabs =
  /@base-ui\/(?:react\/(?:tabs|internals\/(?:composite|direction-context))\/|utils\/(?:useControlled|isElementDisabled)\.)|shop\/src\/ui\/tabs\./;

export default defineConfig({
  root: here('.'),
  plugins: [
    react(),
    fetchFirstFonts(),
    tailwindcss(),
    firstSight(),
    inlineTexts(),
    installable(),
    serviceWorker(),
    precompress(),
    drawPages(),
  ],
  server: { proxy: { '/api': server, '/media': server, '/tiles': server } },
  build: {
    sourcemap: false,
    // The server reads in it which files a page will ask for.
    manifest: true,
    // No asset as a data: address, so that the content policy needs no exception for one.
    assetsInlineLimit: 0,
    // Every browser the shop is built for knows modulepreload: its stand-in would be in the first script.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: here('index.html'), sw: here('src/worker/sw.ts') },
      output: {
        // A service worker goes by one name for ever, at the root of what it works on.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          // What every page needs and releases seldom change: one file packs 2 kB better than three,
          // and stays in the browser's cache when only the shop's own code is new.
          groups: [
            { name: 'vendor', test: everyPage },
            { name: 'shell', test: shell },
            { name: 'browsing', test: browsing },
            { name: 'tabs', test: tabs },
            { name: 'small', test: small },
            { name: 'around', test: around },
            { name: 'rooms', test: rooms },
            { name: 'auth', test: auth },
            { name: 'letters', test: letters },
            { name: 'texts', test: texts },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});
