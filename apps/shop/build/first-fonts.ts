import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Characters other than ASCII in the shop's own texts and amounts. */
const signs = '\u00a0£©·×–—‘’“”•…€→−';
const fromSpace = 0x20;
const toTilde = 0x7e;
const ascii = String.fromCharCode(
  ...Array.from({ length: toTilde - fromSpace + 1 }, (_, index) => fromSpace + index),
);
const unicodeRange = [
  'U+0020-007E',
  ...Array.from(signs, (sign) => `U+${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
].join();

/** Font features in the subset: basic shaping and those of the stylesheets. `calt` would add a fifth to Inter. */
const features = ['ccmp', 'kern', 'liga', 'locl', 'cv05', 'ss03', 'tnum'];

/** The fonts of the first screen, by package, with the weights in use. */
const faces = {
  inter: { min: 400, max: 700 },
  'bricolage-grotesque': { min: 600, max: 700 },
} as const;
type FaceName = keyof typeof faces;

const { resolve } = createRequire(import.meta.url);

/** Subsets a latin font; returns its `@font-face` rule. */
async function firstFace(face: FaceName, folder: string): Promise<string> {
  const source = `${face}-latin-wght-normal`;
  const sheet = resolve(`@fontsource-variable/${face}/index.css`);
  const rule = new RegExp(`/\\* ${source} \\*/\\s*(@font-face {[^}]*})`).exec(
    await readFile(sheet, 'utf8'),
  )?.[1];
  if (!rule) throw new Error(`${sheet} has no face ${source}`);
  const whole = await readFile(join(sheet, '..', 'files', `${source}.woff2`));
  const bytes = await subsetFont(whole, ascii + signs, {
    targetFormat: 'woff2',
    variationAxes: { wght: faces[face] },
    keepFeatures: features,
  });
  const file = join(folder, `${face}-first.woff2`);
  // Renamed, so that a concurrent build never reads half a file.
  await writeFile(`${file}.${process.pid}`, bytes);
  await rename(`${file}.${process.pid}`, file);
  // Family and weights stay the same, so that the rule overrides that of the whole font.
  return rule
    .replace(/url\([^)]*\)/, `url("${file}")`)
    .replace(/unicode-range:[^;]*/, `unicode-range: ${unicodeRange}`);
}

const stylesheet = /\/styles\/main\.css$/;
const built = /^assets\/[\w-]+-first-.*\.woff2$/;

/**
 * Adds subset fonts of half the size, preloaded so that the first text does not move when they arrive. Of equal
 * faces the last one with a character wins, so the whole font is fetched only for characters outside the subset.
 */
export function fetchFirstFonts(): Plugin {
  let folder = '';
  return {
    name: 'giftlane:first-fonts',
    apply: 'build',
    enforce: 'pre',
    async configResolved({ cacheDir }) {
      folder = join(cacheDir, 'first-fonts');
      await mkdir(folder, { recursive: true });
    },
    async transform(code, id) {
      if (!stylesheet.test(id)) return undefined;
      const names = Object.keys(faces) as FaceName[];
      const rules = await Promise.all(names.map((face) => firstFace(face, folder)));
      return [code, ...rules].join('\n');
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => built.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${name}`,
              crossorigin: true,
            },
            injectTo: 'head' as const,
          })),
    },
  };
}
