/** What `npm test` leaves out because it takes long: journeys at a desk as well, and the rarer ends of databases. */
import { spawnSync } from 'node:child_process';
import type { Proof } from './proof.ts';

const files = ['e2e', 'apps/server/src/platform/postgres/embedded.test.ts'];

export const long: Proof = {
  name: 'long',
  title: 'Every journey on a phone and at a desk, and every way a database of the shop’s own ends',
  runs: 1,
  async run() {
    const { status, stdout } = spawnSync('vitest', ['run', ...files], {
      env: { ...process.env, LONG_TESTS: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
    });
    const tests = /Tests +(.+)/.exec(stdout)?.[1] ?? 'no tests';
    if (status !== 0) throw new Error(`${tests}: ${stdout.slice(-4_000)}`);
    return tests;
  },
};
