/** What draws the storefront's pages without a browser: a program that `vite build` leaves beside them. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { makeTimeShare, type TimeShare } from './time-share.ts';

/** Answers an address of the shop's own; undefined when there is nothing to be drawn of. */
export type Ask = (address: string) => Promise<string | undefined>;

/** Draws what a visitor sees at a path, as HTML; undefined when it can not be drawn, or not now. */
export type Draw = (path: string, ask: Ask) => Promise<string | undefined>;

/**
 * What drawing may take of a process: others wait while a page is drawn. Whoever asks for thousands of pages gets
 * them as they are without drawing.
 */
const share = { share: 1 / 3, mostMs: 1_000 };
/** Who would wait longer has a page sooner that draws itself. */
const mostWaiting = 4;

/** Pages are drawn one after the other: the program has one cache. */
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Opens what the storefront in `folder` was built with; undefined when it is not there. */
export function openDrawing(
  folder: string,
  time: TimeShare = makeTimeShare(share),
): ((isKnown: boolean) => Draw | undefined) | undefined {
  const file = join(folder, 'drawing', 'drawn.js');
  if (!existsSync(file)) return undefined;
  // When the first page is drawn: a start does not wait for it.
  let program: { draw: Draw } | undefined;
  const draw: Draw = async (path, ask) => {
    const turn = last;
    waiting += 1;
    const work = (async () => {
      await turn;
      const before = process.threadCpuUsage();
      try {
        program ??= createRequire(import.meta.url)(file) as { draw: Draw };
        return await program.draw(path, ask);
      } finally {
        const { user, system } = process.threadCpuUsage(before);
        time.take((user + system) / 1_000);
        waiting -= 1;
      }
    })();
    last = work.catch(() => undefined);
    return work;
  };
  // Half of what can be saved is left to pages that are kept, or strangers could take those away from everybody.
  return (isKnown) =>
    waiting < mostWaiting && time.leftMs > (isKnown ? 0 : share.mostMs / 2) ? draw : undefined;
}
