/**
 * Stored pictures as small as a tile of a list shows them. Art is often SVG, each a document of its own that
 * the browser's one thread builds and paints while the list is scrolled, or a photograph far too large.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { seconds } from '../../platform/durations.ts';
import { makeLanes } from '../../platform/lanes.ts';
import type { Log } from '../../platform/log.ts';
import { Refusal } from '../../platform/refusal.ts';
import { loadSharp } from '../../platform/sharp.ts';
import { mediaDir, readMedia, writeWhole } from './media.ts';

/** Wide enough for a tile on a phone's dense screen and on a desk's. */
export const tileWidth = 480;

/** Still pictures that are named by their content: a tile of one never stands for anything else. */
const tilePath = /^([0-9a-f]{2}\/[0-9a-f]{40}\.(?:svg|png|jpe?g|webp|avif))\.webp$/;

const mostPixels = 40_000_000;
const patienceSeconds = 5;

async function drawTile(art: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(art, { limitInputPixels: mostPixels })
    .timeout({ seconds: patienceSeconds })
    .rotate()
    .resize({ width: tileWidth, height: tileWidth, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();
}

/** One at a time leaves the machine to others; a list asks for a screen or two of them at once. */
const mostWaiting = 100;
const retryMs = seconds(60);

export interface Tiles {
  /**
   * The tile at a path, WebP; drawn when nobody asked for it before. `movedTo` is the picture itself, as
   * long as a tile can not be had. Undefined when there is no such picture.
   */
  find(path: string): Promise<Buffer | { readonly movedTo: string } | undefined>;
}

/** Finds and draws tiles. They are kept in a folder of their own, which may be deleted at any time. */
export function makeTiles({ dataDir, log }: { dataDir: string; log: Log }): Tiles {
  const folder = join(dataDir, 'tiles');
  const lanes = makeLanes({ width: 1, mostWaiting });
  /** Pictures that can not be drawn are not tried again at once. */
  const failed = new Map<string, number>();

  const stored = async (path: string): Promise<Buffer | undefined> => {
    try {
      return await readFile(join(folder, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
  const draw = async (path: string, art: Uint8Array): Promise<Buffer> => {
    // Somebody may have drawn it while this one waited.
    const there = await stored(path);
    if (there) return there;
    const tile = await drawTile(art);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeWhole(join(folder, path), tile);
    return tile;
  };

  return {
    async find(path) {
      const picture = tilePath.exec(path)?.[1];
      if (picture === undefined) return undefined;
      const there = await stored(path);
      if (there) return there;
      const art = await readMedia(mediaDir(dataDir), picture);
      if (!art) return undefined;
      const movedTo = `/media/${picture}`;
      if ((failed.get(path) ?? 0) > performance.now()) return { movedTo };
      try {
        return await lanes.run('draw', () => draw(path, art));
      } catch (error) {
        // Too many wait: the picture itself is there at once.
        if (error instanceof Refusal) return { movedTo };
        log.warn({ err: error, path }, 'a tile could not be drawn');
        if (failed.size > 1_000) failed.clear();
        failed.set(path, performance.now() + retryMs);
        return { movedTo };
      }
    },
  };
}
