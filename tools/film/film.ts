/**
 * Makes the home page's film (`npm run film`): draws each frame in a browser and has ffmpeg, which the
 * machine must have, put them together. The result is committed; nothing else runs this.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
/** The moment a still picture of the film shows: the code uncovered. */
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

const drawings = inventBrands(5).map(({ slug, title }) =>
  dataAddress('image/svg+xml', Buffer.from(cardArt(slug, title))),
);

async function draw(sheet: Page, at: number, path: string): Promise<void> {
  await sheet.evaluate(`(async () => {
    document.body.innerHTML = ${JSON.stringify(frame(at, drawings))};
    await Promise.all([...document.images].map((image) => image.decode()));
  })()`);
  await sheet.screenshot({ path });
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-film-'));
  const browser = await launchChromium(['--disable-gpu']);
  const sheet = await browser.newPage({ viewport: { width, height } });
  await sheet.setContent(page(dataAddress('font/woff2', await readFile(mono))));
  for (let index = 0; index < count; index++) {
    await draw(sheet, index / count, join(folder, `${String(index).padStart(4, '0')}.png`));
    if (index % framesPerSecond === 0) console.log(`frame ${index} of ${count}`);
  }
  await draw(sheet, posterAt, join(folder, 'poster.png'));
  await browser.close();
  const quiet = ['-loglevel', 'error'];
  const frames = ['-y', '-framerate', String(framesPerSecond), '-i', join(folder, '%04d.png')];
  const codec = '-c:v libvpx-vp9 -pix_fmt yuv420p -crf 47 -b:v 0 -row-mt 1 -g 75 -an'.split(' ');
  await run('ffmpeg', [...quiet, ...frames, ...codec, out('banner.webm')]);
  // A phone waits for it before anything else of the page: twice what it shows of it is enough.
  const still = '-vf scale=800:-2:flags=lanczos -quality 62 -compression_level 6'.split(' ');
  const poster = ['-y', '-i', join(folder, 'poster.png'), ...still, out('banner.webp')];
  await run('ffmpeg', [...quiet, ...poster]);
  await rm(folder, { recursive: true, force: true });
}

await main();
