import { fileURLToPath } from 'node:url';
import { inlineTexts } from '@giftlane/texts/build/inline-texts.ts';
import { precompress } from '@giftlane/texts/build/precompress.ts';
import { folderOf, locale } from '@giftlane/texts/locale.ts';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { drawPages } from './build/draw-pages.ts';
import { preloadFirstFonts } from './build/first-fonts.ts';
import { firstSight } from './build/first-sight.ts';
import { installable } from './build/installable.ts';
import { serviceWorker } from './build/service-worker.ts';

/** Where the server answers while the shop is developed with hot reload. */
const server = process.env.SHOP_SERVER ?? 'http://127.0.0.1:3000';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where a server speaks HTTP/1.1, a browser fetches six files at a time, and each small one costs a turn. */
const everyPage = /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack)\//;

/** Matches modules by the ends of their paths. */
const modules = (...paths: string[]) => new RegExp(`/(?:${paths.join('|')})\\.`);
const icons = (names: string) => `lucide-react/dist/esm/icons/(?:${names})`;

/** What the first page and most others share: a file for each of them would pack a third worse. */
const shell = modules(
  'contract/src/(?:\\w+/)?(?:cart-limits|money|pages)',
  'lucide-react/dist/esm/(?:createLucideIcon|Icon|context|defaultAttributes|shared/.*)',
  icons('chevron-down'),
  'preload-helper',
  'client/src/(?:answers|api|api-error|queries|query-client|server-clock|storage/(?:external-store|shapes|storage))',
  'session/(?:currency|kept|member|reload|remembered|session|storage|token|viewed)',
  'boot/(?:hydrated-later|mark-hydrated)',
  'rooms/money/money',
  'texts/src/(?:fill|locale)',
  'rooms/pages/head',
  'ui/src/(?:browser/(?:at-first|media)|controls/(?:disclosure|first-press|spinner)|cx|layout/(?:drawing|page)|toasts/toast-queue)',
);

/** What the home page, the lists and the brand pages share, and the shell does without. */
const browsing = modules(
  '@tanstack/(?:query-core/build/modern/mutationObserver|react-query/build/modern/useMutation)',
  'contract/src/(?:\\w+/)?categories',
  icons(
    'arrow-left|arrow-right|badge-check|eye|eye-off|minus|pause|play|plus|search|sliders-horizontal|zap',
  ),
  'client/src/(?:address-state|load-failed|loaded)',
  'rooms/catalogue/(?:brand-strip|brand-tile|brands|card-art|film|filters-button|grid-shape|hero|list-end|recently-viewed|shelves|tab-labels)',
  'rooms/list/(?:list-position|retain-picture|shelf-range|use-list-position|use-render-turn|use-shelf-range)',
  'rooms/money/(?:currency-choice|currency-names|currency-options|prices)',
  'rooms/pages/(?:back-link|drawings)',
  'ui/src/(?:controls/stepper|form/(?:field|field-error|search-box|use-followed-value)|layout/(?:prose|skeleton|state))',
);

/** Little things that a member's rooms share, each too small for a file: the names of files weigh in the first script. */
const small = modules(
  'contract/src/(?:\\w+/)?(?:coins|gateways|order-states)',
  icons(
    'arrow-down-left|arrow-up-right|bitcoin|check|chevron-left|chevron-right|circle-question-mark|clock|copy|download|external-link|hourglass|id-card|link-2|mail|printer|shield-check|snowflake|trash|triangle-exclamation-point|undo-2',
  ),
  'client/src/(?:api-files|base64url|use-action)',
  'features/coins/transfers/transfers-query',
  'session/(?:drafts|use-go-on)',
  'rooms/checkout/line-price',
  'rooms/coins/(?:coin-icon|coins|use-create-wallet)',
  'rooms/identity/(?:kyc-status|or-divider|security)',
  'rooms/money/(?:direction|refresh-movements|typed-amount)',
  'rooms/orders/order-status',
  'rooms/pages/copy',
  'rooms/people/(?:store-member|use-resend)',
  'texts/src/dates',
  'ui/src/(?:browser/(?:clipboard|save-file|use-paused)|form/show-wrong|layout/(?:badge|notice|qr-picture)|overlay/lazy-part)',
);

/** What stands around every page and none waits for: the footer, the insides of the menus, the navigation of a phone. */
const around = modules(
  icons('gift|hand-coins|house|log-in|log-out|monitor|moon|sun|wifi-off'),
  'features/shell/(?:bottom-nav|footer|header/(?:menu-contents|wallet-contents)|offline-note|theme-switch)',
  'boot/theme',
);

/** What some of a member's rooms share, each of it alone. */
const rooms = modules(
  'contract/src/(?:\\w+/)?sums',
  'features/(?:kyc/reason|orders/sales/use-refetch-pictures|proof/book-words)',
  'rooms/catalogue/(?:brand-logo|sell-cards)',
  'rooms/checkout/(?:cancel-checkout|order-draft|order-problem|price-changed|time-left)',
  'rooms/claims/claims',
  'rooms/codes/code-(?:groups|text)',
  'rooms/money/totals-list',
  'rooms/orders/(?:order-title|orders|receipt)',
  'rooms/people/avatar',
  'ui/src/(?:controls/(?:pager|switch)|form/(?:day-field|days)|layout/dated)',
);

/** Pages of a few words that links of mails lead to. */
const letters = modules(
  'features/shell/(?:check-link|checking|press-link|unanswered)',
  'routes/(?:google-callback|google-link|link-expired|mail-expired|mail-reopen|mail-undo|mail-verification|mail-verified|newsletter-confirm|newsletter-leave|not-found|reset-check)',
);

/** Pages of a text that its owner writes. */
const texts = modules(
  'features/pages/[\\w-]+',
  'rooms/pages/static-page',
  'routes/(?:about-us|faq|legal)',
);

/** What the ways in share. */
const auth = modules(
  'features/auth/(?:auth-page|given-email|passkey-sign-in|sign-in)',
  'session/google',
);

const tabs = modules(
  '@base-ui/react/(?:tabs|internals/(?:composite|direction-context))/.*',
  '@base-ui/utils/(?:useControlled|isElementDisabled)',
  'ui/src/controls/tabs',
);

export default defineConfig({
  root: here('.'),
  plugins: [
    react(),
    preloadFirstFonts(),
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
    outDir: folderOf(locale),
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
            { name: 'browsing', test: browsing },
            { name: 'vendor', test: everyPage },
            { name: 'shell', test: shell },
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
