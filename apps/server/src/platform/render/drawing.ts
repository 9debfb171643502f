/** Server-side rendering: runs the program that `vite build` puts beside the pages. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Gate } from '../limits/gate.ts';
import { RateLimit } from '../limits/rate-limit.ts';
import { seconds } from '../process/durations.ts';

/** Answers an address of the shop's own; undefined when there is nothing to be drawn of. */
export type Ask = (address: string) => Promise<string | undefined>;

/** Renders a path as HTML; undefined when it can not be rendered, or not now. */
export type Draw = (path: string, ask: Ask) => Promise<string | undefined>;

/**
 * What drawing may take of a process: others wait while a page is drawn. Whoever asks for thousands of pages gets
 * them as they are without drawing.
 */
const mostMs = seconds(1);
const everyMs = seconds(3);
/** After this wait the page is sent without content: the browser renders it. */
const mostWaiting = 3;

/** Pages are drawn one after the other: the program has one cache. */
const drawing = new Gate({ atOnce: 1 });

/** Opens what the storefront in `folder` was built with; undefined when it is not there. */
export function openDrawing(
  folder: string,
  time: Pick<RateLimit, 'left' | 'take'> = new RateLimit(mostMs, everyMs),
): ((isKnown: boolean) => Draw | undefined) | undefined {
  const file = join(folder, 'drawing', 'drawn.js');
  if (!existsSync(file)) return undefined;
  // Loaded with the first page, not at the start.
  let program: { draw: Draw } | undefined;
  const draw: Draw = (path, ask) =>
    drawing.run('', async () => {
      const before = process.threadCpuUsage();
      try {
        program ??= createRequire(import.meta.url)(file) as { draw: Draw };
        return await program.draw(path, ask);
      } finally {
        const { user, system } = process.threadCpuUsage(before);
        time.take('', (user + system) / 1_000);
      }
    });
  // Half of what can be saved is left to pages that are kept, or strangers could take those away from everybody.
  return (isKnown) =>
    drawing.waiting < mostWaiting && time.left('') > (isKnown ? 0 : mostMs / 2) ? draw : undefined;
}
