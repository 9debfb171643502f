import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inlineTexts } from '@giftlane/texts/build/inline-texts.ts';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

const source = fileURLToPath(new URL('../src/drawn.tsx', import.meta.url));

/** Builds the server-side renderer of the pages into `drawing/`, which is not served; all packages are bundled. */
export function drawPages(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'giftlane:draw-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = join(resolve(config.root, config.build.outDir), 'drawing');
    },
    async closeBundle() {
      await build({
        root,
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: [react(), inlineTexts()],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ssr: source,
          outDir: folder,
          emptyOutDir: true,
          minify: false,
          sourcemap: false,
        },
      });
    },
  };
}
