import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Built = Rolldown.OutputChunk | Rolldown.OutputAsset;

const workerName = 'sw.js';
const placeholder = '__RELEASE__';

/** Fonts of other alphabets load when a text needs them. */
const otherAlphabet = /-(?:latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese)-/;

/** What the shop needs to open without a network: the page, its script and style, the alphabet of its texts. */
const isShell = (name: string) =>
  /^assets\/.*\.(?:js|css|woff2)$/.test(name) && !otherAlphabet.test(name);

/** Files of the public folder that the page asks for. */
const publicFiles = /^(?:theme\.js|favicon\.svg)$/;

const contentOf = (file: Built) => (file.type === 'chunk' ? file.code : file.source);

/**
 * Tells the service worker what its release consists of. The release is named after the content of those
 * files, so the same shop built twice is the same release.
 */
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
