/**
 * Makes the home page's video (`npm run film`): renders each frame in a browser and encodes them with ffmpeg,
 * which must be installed. `npm run film -- --poster` makes only the poster, which the browser encodes
 * itself. The results are committed; nothing else runs this.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cardArt } from '@giftlane/server/seed/art/card-art.ts';
import { inventBrands } from '@giftlane/server/seed/brands.ts';
import type { Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { frame, height, page, turnMs, width } from './scene.ts';

const framesPerSecond = 25;
const count = Math.round((turnMs / 1000) * framesPerSecond);
/** Moment of the poster, from 0 to 1: the code is revealed. */
const posterAt = 0.62;

const out = (name: string) =>
  fileURLToPath(new URL(`../../apps/server/src/seed/generated/${name}`, import.meta.url));
const fonts = join(import.meta.dirname, '../../node_modules/@fontsource-variable');
const mono = join(fonts, 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2');

const dataAddress = (type: string, bytes: Buffer) =>
  `data:${type};base64,${bytes.toString('base64')}`;

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve, reject) => {
    child.on('error', () => reject(new Error(`${program} is needed: install it first`)));
    child.on('exit', resolve);
  });
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}

const asImage = (art: string) => dataAddress('image/svg+xml', Buffer.from(art));
const arts = inventBrands(16).map(({ slug, title }) => cardArt(slug, title));
const inHand = 5;
const drawings = arts.slice(0, inHand).map(asImage);

/** Cards with a label are skipped: its frame would be empty without the name. */
const hasLabel = (art: string) => art.includes('fill="none" stroke');
/** A card without its name, which is its last element. */
const nameless = (art: string) => `${art.slice(0, art.lastIndexOf('<g fill='))}</svg>`;
/** Cards of the poster: those behind the chosen one have no names, which would be cut off. */
const stillDrawings = arts
  .filter((art) => !hasLabel(art))
  .slice(0, inHand)
  .map((art, index) => asImage(index === (inHand - 1) / 2 ? art : nameless(art)));

async function show(sheet: Page, at: number, cards: readonly string[]): Promise<void> {
  await sheet.evaluate(`(async () => {
    document.body.innerHTML = ${JSON.stringify(frame(at, cards))};
    await Promise.all([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
  })()`);
}

/** The home page's first picture on a phone; twice the width displayed there is enough. */
const stillWidth = 800;
const stillQuality = 0.62;

async function makePoster(sheet: Page): Promise<void> {
  await show(sheet, posterAt, stillDrawings);
  const picture = dataAddress('image/png', await sheet.screenshot());
  const packed = await sheet.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(picture)};
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = ${stillWidth};
    canvas.height = ${(stillWidth * height) / width};
    const pen = canvas.getContext('2d');
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/webp', ${stillQuality}).split(',')[1];
  })()`);
  await writeFile(out('banner.webp'), Buffer.from(packed, 'base64'));
}

async function makeFilm(sheet: Page): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-film-'));
  for (let index = 0; index < count; index++) {
    await show(sheet, index / count, drawings);
    await sheet.screenshot({ path: join(folder, `${String(index).padStart(4, '0')}.png`) });
    if (index % framesPerSecond === 0) console.log(`frame ${index} of ${count}`);
  }
  const quiet = ['-loglevel', 'error'];
  const frames = ['-y', '-framerate', String(framesPerSecond), '-i', join(folder, '%04d.png')];
  const codec = '-c:v libvpx-vp9 -pix_fmt yuv420p -crf 47 -b:v 0 -row-mt 1 -g 75 -an'.split(' ');
  await run('ffmpeg', [...quiet, ...frames, ...codec, out('banner.webm')]);
  await rm(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const browser = await launchChromium(['--disable-gpu']);
  const sheet = await browser.newPage({ viewport: { width, height } });
  await sheet.setContent(page(dataAddress('font/woff2', await readFile(mono))));
  await makePoster(sheet);
  if (!process.argv.includes('--poster')) await makeFilm(sheet);
  await browser.close();
}

await main();
