/**
 * Draws the faces of the first screen from the whole ones, with their stylesheet and licences: `node tools/first-fonts.ts`,
 * after an upgrade of a font or a change here. The results are committed, so that a build does not draw them.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

/** Signs beside ASCII that stand in the shop's own words and amounts. */
const signs = '\u00a0£©·×–—‘’“”•…€→−';
const fromSpace = 0x20;
const toTilde = 0x7e;
const ascii = String.fromCharCode(
  ...Array.from({ length: toTilde - fromSpace + 1 }, (_, index) => fromSpace + index),
);
const unicodeRange = [
  'U+0020-007E',
  ...Array.from(signs, (sign) => `U+${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
];

/**
 * What lines type up and what the stylesheets ask for; other features stay in the whole faces. Contextual
 * forms (a colon between digits, a bracket beside capitals) would be a fifth of Inter.
 */
const features = ['ccmp', 'kern', 'liga', 'locl', 'cv05', 'ss03', 'tnum'];

/** The faces by their packages, and the weights the shop writes in. */
const faces = {
  inter: { min: 400, max: 700 },
  'bricolage-grotesque': { min: 600, max: 700 },
} as const;
type FaceName = keyof typeof faces;

const { resolve } = createRequire(new URL('../apps/shop/package.json', import.meta.url));

async function drawFace(face: FaceName) {
  const source = `${face}-latin-wght-normal`;
  const folder = dirname(resolve(`@fontsource-variable/${face}/index.css`));
  const sheet = await readFile(join(folder, 'index.css'), 'utf8');
  const rule = new RegExp(`/\\* ${source} \\*/\\s*(@font-face {[^}]*})`).exec(sheet)?.[1];
  if (!rule) throw new Error(`${folder} has no face ${source}`);
  const bytes = await subsetFont(
    await readFile(join(folder, 'files', `${source}.woff2`)),
    ascii + signs,
    {
      targetFormat: 'woff2',
      variationAxes: { wght: faces[face] },
      keepFeatures: features,
    },
  );
  return {
    bytes,
    licence: await readFile(join(folder, 'LICENSE')),
    // All else stays as it is: a face of other weights would stand beside the whole one, not before it.
    rule: rule
      .replace(/url\([^)]*\)/, `url(./${face}-first.woff2)`)
      .replace(/unicode-range:[^;]*/, `unicode-range:\n    ${unicodeRange.join(', ')}`)
      .replaceAll("'", '"'),
  };
}

/** The folder of the committed files. */
export const firstFonts = new URL('../apps/shop/src/styles/fonts/', import.meta.url);

/** The files by their names. */
export async function drawFirstFonts(): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const rules: string[] = [];
  for (const face of Object.keys(faces) as FaceName[]) {
    const { bytes, licence, rule } = await drawFace(face);
    files.set(`${face}-first.woff2`, bytes);
    files.set(`${face}-OFL.txt`, licence);
    rules.push(rule);
  }
  const sheet = `/* Made by \`node tools/first-fonts.ts\`. The faces are under the SIL Open Font License 1.1, in the files *-OFL.txt. */
${rules.join('\n\n')}
`;
  return files.set('first-fonts.css', Buffer.from(sheet));
}

if (import.meta.main) {
  await mkdir(firstFonts, { recursive: true });
  for (const [name, bytes] of await drawFirstFonts())
    await writeFile(new URL(name, firstFonts), bytes);
}
