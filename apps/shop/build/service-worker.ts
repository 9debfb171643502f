import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Built = Rolldown.OutputChunk | Rolldown.OutputAsset;

const workerName = 'sw.js';
const placeholder = '__RELEASE__';

/** Fonts of other alphabets, which are loaded on use. */
const otherAlphabet = /-(?:latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese)-/;

/** True for built files that the shop needs offline: scripts, styles, latin fonts. */
const isShell = (name: string) =>
  /^assets\/.*\.(?:js|css|woff2)$/.test(name) && !otherAlphabet.test(name);

/** Files of the public folder that the page loads. */
const publicFiles = /^(?:theme\.js|favicon\.svg)$/;

const contentOf = (file: Built) => (file.type === 'chunk' ? file.code : file.source);

/** Fills the release's name and files into the service worker. The name is a hash of the files. */
export function serviceWorker(): Plugin {
  let publicDir = '';
  return {
    name: 'giftlane:service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[workerName];
        if (worker?.type !== 'chunk' || worker.imports.length + worker.dynamicImports.length > 0)
          return this.error(`${workerName} has to be one file that imports nothing`);
        if (!worker.code.includes(placeholder))
          return this.error(`${workerName} does not ask for its release`);
        const digest = createHash('sha256');
        const files: string[] = [];
        for (const name of readdirSync(publicDir).filter((file) => publicFiles.test(file))) {
          files.push(`/${name}`);
          digest.update(readFileSync(join(publicDir, name)));
        }
        for (const [name, file] of Object.entries(bundle)) {
          if (name !== 'index.html' && !isShell(name)) continue;
          files.push(`/${name}`);
          digest.update(`\0${name}\0`).update(contentOf(file));
        }
        const release = { name: digest.digest('hex').slice(0, 16), files: files.sort() };
        worker.code = worker.code.replace(placeholder, () => JSON.stringify(release));
      },
    },
  };
}
