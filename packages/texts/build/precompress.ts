import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Files to compress; fonts and pictures are compressed already. */
const packable = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;

async function pack(file: string) {
  const bytes = await readFile(file);
  const [brotli, zipped] = await Promise.all([
    packBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    packGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
}

/** Writes `.br` and `.gz` beside every text asset, so that the server need not compress. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'giftlane:precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && packable.test(entry.name));
      await Promise.all(files.map((entry) => pack(join(entry.parentPath, entry.name))));
    },
  };
}
