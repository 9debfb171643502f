/** Derived pictures, rendered on first request and cached in a folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../platform/http/refusal.ts';
import { Gate } from '../../platform/limits/gate.ts';
import { seconds } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Storage } from '../../providers/storage/port.ts';
import { readMedia, writeWhole } from './files.ts';

/** Limit of input pixels: rendered in reasonable time, and enough for any useful picture. */
export const drawingLimits = { limitInputPixels: 40_000_000 };
/** Time-out of each step. */
export const drawingPatience = { seconds: 5 };

export interface DrawingParts {
  readonly dataDir: string;
  /** Where public files are. */
  readonly open: Storage;
  /** A folder below `dataDir`; may be deleted at any time. */
  readonly folder: string;
  readonly log: Log;
  /** Length of the queue. Only one picture is rendered at a time, to leave the CPU to requests. */
  readonly mostWaiting: number;
  readonly draw: (art: Uint8Array) => Promise<Buffer>;
}

export interface Drawings {
  /**
   * The derived picture `file`, rendered from the stored picture `source` if it is missing. Undefined if
   * there is no such source or rendering failed. Refuses `request.throttled` when the queue is full.
   */
  find(file: string, source: string): Promise<Buffer | undefined>;
}

const retryMs = seconds(60);

export function makeDrawings(parts: DrawingParts): Drawings {
  const { dataDir, open, log, mostWaiting } = parts;
  const folder = join(dataDir, parts.folder);
  const gate = new Gate({ atOnce: 1, waiting: mostWaiting });
  /** Failed files and when they may be tried again. */
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
    // Another request may have rendered it meanwhile.
    const there = await kept(file);
    if (there) return there;
    const art = await readMedia(open, source);
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
