import { fileURLToPath } from 'node:url';
import { inlineTexts } from '@giftlane/texts/build/inline-texts.ts';
import { precompress } from '@giftlane/texts/build/precompress.ts';
import { folderOf, locale } from '@giftlane/texts/locale.ts';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), inlineTexts(), precompress()],
  build: {
    outDir: folderOf(locale),
    // No asset as a data: address and no inline script: the content policy has no exception.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // A part is evaluated after those it imports: what zod reads has to stand in its own part, before it.
        codeSplitting: { groups: [{ name: 'zod', test: /no-eval|node_modules[\\/]zod/ }] },
      },
    },
  },
});
