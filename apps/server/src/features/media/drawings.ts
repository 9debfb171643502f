/** Pictures drawn from stored ones: each once, when it is first asked for, and kept in a folder of their own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../platform/http/refusal.ts';
import { Gate } from '../../platform/limits/gate.ts';
import { seconds } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import { mediaDir, readMedia, writeWhole } from './files.ts';

/** Small enough to be worked on at once, large enough for any picture that is worth it. */
export const drawingLimits = { limitInputPixels: 40_000_000 };
/** For each step of a drawing. */
export const drawingPatience = { seconds: 5 };

export interface DrawingParts {
  readonly dataDir: string;
  /** The folder in it; it may be deleted at any time. */
  readonly folder: string;
  readonly log: Log;
  /** One is drawn at a time, which leaves the machine to others; so many wait. */
  readonly mostWaiting: number;
  readonly draw: (art: Uint8Array) => Promise<Buffer>;
}

export interface Drawings {
  /**
   * The drawing that is kept as `file`, made from the stored picture `source` when it is not there yet.
   * Undefined when there is no such picture, or it can not be drawn. Refuses `request.throttled`.
   */
  find(file: string, source: string): Promise<Buffer | undefined>;
}

const retryMs = seconds(60);

/** Opens a folder of drawings. */
export function makeDrawings(parts: DrawingParts): Drawings {
  const { dataDir, log, mostWaiting } = parts;
  const folder = join(dataDir, parts.folder);
  const gate = new Gate({ atOnce: 1, waiting: mostWaiting });
  /** What can not be drawn is not tried again at once. */
  const failed = new Map<string, number>();

  const kept = async (file: string): Promise<Buffer | undefined> => {
    try {
      return await readFile(join(folder, file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
  const drawOnce = async (file: string, source: string): Promise<Buffer | undefined> => {
    // Somebody may have drawn it while this one waited.
    const there = await kept(file);
    if (there) return there;
    const art = await readMedia(mediaDir(dataDir), source);
    if (!art) return undefined;
    const drawing = await parts.draw(art);
    await writeWhole(join(folder, file), drawing);
    return drawing;
  };

  return {
    async find(file, source) {
      const there = await kept(file);
      if (there || (failed.get(file) ?? 0) > performance.now()) return there;
      try {
        return await gate.run('', () => drawOnce(file, source));
      } catch (error) {
        if (error instanceof Refusal) throw error;
        log.warn({ err: error, source, folder: parts.folder }, 'a picture could not be drawn');
        if (failed.size > 1_000) failed.clear();
        failed.set(file, performance.now() + retryMs);
        return undefined;
      }
    },
  };
}
