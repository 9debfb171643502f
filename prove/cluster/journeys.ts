/** The browser's tests on the cluster's database, each shop served by two processes of which one is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Parts } from './parts.ts';

const root = join(import.meta.dirname, '../..');

/** Runs them (all, or those whose files match); resolves to what is wrong. */
export async function runJourneys(
  { superUrl }: Parts,
  wanted: readonly string[],
): Promise<string[]> {
  const vitest = join(root, 'node_modules/.bin/vitest');
  const child = spawn(vitest, ['run', '--project', 'e2e', '--maxWorkers', '2', ...wanted], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DATABASE_URL: superUrl,
      TEST_SERVED_BY: join(import.meta.dirname, 'serve-many.ts'),
    },
  });
  const [code] = await once(child, 'exit');
  return code === 0 ? [] : [`journeys: vitest ended with ${code}`];
}
