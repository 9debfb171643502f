/**
 * Stored pictures as small as a tile of a list shows them. Art is often SVG, each a document of its own that
 * the browser's one thread builds and paints while the list is scrolled, or a photograph far too large.
 */

import { Refusal } from '../../platform/http/refusal.ts';
import type { Log } from '../../platform/process/log.ts';
import { loadSharp } from '../../platform/render/sharp.ts';
import { drawingLimits, drawingPatience, makeDrawings } from './drawings.ts';
import { isStored, mediaDir } from './files.ts';

/** Wide enough for a tile on a phone's dense screen and on a desk's. */
export const tileWidth = 480;

/** Still pictures that are named by their content: a tile of one never stands for anything else. */
const tilePath = /^([0-9a-f]{2}\/[0-9a-f]{40}\.(?:svg|png|jpe?g|webp|avif))\.webp$/;

/** A list asks for a screen or two of them at once. */
const mostWaiting = 100;

async function draw(art: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(art, drawingLimits)
    .timeout(drawingPatience)
    .rotate()
    .resize({ width: tileWidth, height: tileWidth, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();
}

export interface Tiles {
  /**
   * The tile at a path, WebP; drawn when nobody asked for it before. `movedTo` is the picture itself, as
   * long as a tile can not be had. Undefined when there is no such picture.
   */
  find(path: string): Promise<Buffer | { readonly movedTo: string } | undefined>;
}

/** Opens the tiles of a shop's stored pictures. */
export function makeTiles({ dataDir, log }: { dataDir: string; log: Log }): Tiles {
  const drawings = makeDrawings({ dataDir, folder: 'tiles', log, mostWaiting, draw });
  return {
    async find(path) {
      const picture = tilePath.exec(path)?.[1];
      // Without its picture a tile is not shown any more: somebody wanted it gone.
      if (picture === undefined || !(await isStored(mediaDir(dataDir), picture))) return undefined;
      const movedTo = `/media/${picture}`;
      try {
        return (await drawings.find(path, picture)) ?? { movedTo };
      } catch (error) {
        // Too many wait: the picture itself is there at once.
        if (error instanceof Refusal) return { movedTo };
        throw error;
      }
    },
  };
}
