import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fetchFirstFonts } from './build/first-fonts.ts';
import { inlineTexts } from './build/inline-texts.ts';
import { installable } from './build/installable.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';

/** Where the server answers while the shop is developed with hot reload. */
const server = process.env.SHOP_SERVER ?? 'http://127.0.0.1:3000';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const everyPage = /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack)\//;

/** What the first page and most others share: a file for each of them would pack a third worse. */
const shell =
  /lucide-react\/dist\/esm\/(?:createLucideIcon|Icon|context|defaultAttributes|shared)|contract\/src\/money\.|shop\/src\/(?:lib\/(?:api|api-error|currency|external-store|kept|member|query-client|remembered|session|storage|viewed)|ui\/(?:cx|head|page|spinner|toast-queue))\./;

export default defineConfig({
  root: here('.'),
  plugins: [
    react(),
    tailwindcss(),
    inlineTexts(),
    installable(),
    fetchFirstFonts(),
    serviceWorker(),
    precompress(),
  ],
  server: { proxy: { '/api': server, '/media': server } },
  build: {
    sourcemap: false,
    // The server reads in it which files a page will ask for.
    manifest: true,
    // No asset as a data: address, so that the content policy needs no exception for one.
    assetsInlineLimit: 0,
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
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});
