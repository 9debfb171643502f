import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineTexts } from './build/inline-texts.ts';
import { precompress } from './build/precompress.ts';

/** Where the server answers while the shop is developed with hot reload. */
const server = process.env.SHOP_SERVER ?? 'http://127.0.0.1:3000';

const everyPage = /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack)\//;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), inlineTexts(), precompress()],
  server: { proxy: { '/api': server, '/media': server } },
  build: {
    sourcemap: false,
    // No asset as a data: address, so that the content policy needs no exception for one.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs and releases seldom change: one file packs 2 kB better than three,
          // and stays in the browser's cache when only the shop's own code is new.
          groups: [{ name: 'vendor', test: everyPage }],
        },
      },
    },
  },
});
