/** Duration of `npm start`: the first time, later, and after a kill; without downloads. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure, Section } from './section.ts';

const start = join(import.meta.dirname, '../tools/start.ts');

/** Starts the shop on a data folder, waits until it reports that it runs, and ends it by the signal. */
async function secondsToRun(
  dataDir: string,
  end: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [start], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    said += part;
    if (said.includes('Giftlane runs')) break;
  }
  const seconds = (performance.now() - began) / 1000;
  child.kill(end);
  await ended;
  if (!said.includes('Giftlane runs')) throw new Error(`it did not start: ${said}`);
  return seconds;
}

export const startUp: Section = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-start-'));
  try {
    const first = await secondsToRun(folder);
    const later = await secondsToRun(folder, 'SIGKILL');
    const afterKill = await secondsToRun(folder);
    return [
      {
        name: 'first start, demo shop made',
        value: `${first.toFixed(1)} s`,
        wanted: 'under 3 minutes',
        met: first < 180,
      },
      {
        name: 'later start',
        value: `${later.toFixed(1)} s`,
        wanted: 'under 10 s',
        met: later < 10,
      },
      {
        name: 'start after kill -9',
        value: `${afterKill.toFixed(1)} s`,
        wanted: 'under 10 s',
        met: afterKill < 10,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
