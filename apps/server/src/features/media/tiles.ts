/**
 * Thumbnails of stored pictures for lists. Art is often SVG, which the browser builds and paints on its main
 * thread while the list scrolls, or a far too large photograph.
 */
import { Refusal } from '../../platform/http/refusal.ts';
import type { Log } from '../../platform/process/log.ts';
import { loadSharp } from '../../platform/render/sharp.ts';
import type { Files } from '../files/files.ts';
import { drawingLimits, drawingPatience, makeDrawings } from './drawings.ts';
import { mediaFinder } from './files.ts';

/** Wide enough for tiles on high-density phones and on desktops. */
export const tileWidth = 480;

/** Stored still pictures named by content, so that a thumbnail never changes. */
const tilePath = /^([0-9a-f]{2}\/[0-9a-f]{40}\.(?:svg|png|jpe?g|webp|avif))\.webp$/;

/** A list requests one or two screens of them at once. */
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
   * The thumbnail at a path (WebP), rendered on first request. `movedTo` is the original, while the thumbnail
   * is unavailable. Undefined without the original.
   */
  find(path: string): Promise<Buffer | { readonly movedTo: string } | undefined>;
}

export interface MediaParts {
  readonly dataDir: string;
  readonly files: Pick<Files, 'open' | 'served'>;
  readonly log: Log;
}

export function makeTiles({ dataDir, files, log }: MediaParts): Tiles {
  const { open } = files;
  const drawings = makeDrawings({ dataDir, open, folder: 'tiles', log, mostWaiting, draw });
  const isStored = mediaFinder(files);
  return {
    async find(path) {
      const picture = tilePath.exec(path)?.[1];
      // After deletion of the original its thumbnail is no longer served.
      if (picture === undefined || !(await isStored(picture))) return undefined;
      const movedTo = `/media/${picture}`;
      try {
        return (await drawings.find(path, picture)) ?? { movedTo };
      } catch (error) {
        // The queue is full: the original is available at once.
        if (error instanceof Refusal) return { movedTo };
        throw error;
      }
    },
  };
}
