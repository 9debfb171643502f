/**
 * What `npm test` leaves out because it takes long: journeys at a desk, the rarer ends of journeys, every page in both
 * schemes by axe, a slow link, the rarer ends of databases, more kills, longer storms
 * and fuzz, more histories.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import type { Proof } from './proof.ts';

/** Tests of the server that have a long form. */
const ofServer = globSync('apps/server/src/**/*.test.ts').filter((file) =>
  /testing\/long\.ts|longOnSandbox|FUZZ_RUNS|MODEL_RUNS|HISTORY_RUNS/.test(
    readFileSync(file, 'utf8'),
  ),
);
const files = ['e2e', ...ofServer];

export const long: Proof = {
  name: 'long',
  title:
    'Every journey on a phone and at a desk, every way a database of the shop’s own ends, 1,000 odd requests to each call',
  runs: 1,
  async run() {
    const { status, stdout } = spawnSync('vitest', ['run', ...files], {
      env: {
        ...process.env,
        ...{ NO_COLOR: '1', LONG_TESTS: '1' },
        ...{ FUZZ_RUNS: '1000', MODEL_RUNS: '300', HISTORY_RUNS: '200' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
    });
    const tests = /Tests +(.+)/.exec(stdout)?.[1] ?? 'no tests';
    if (status !== 0) {
      console.error(stdout.slice(-4_000));
      throw new Error(tests);
    }
    return tests;
  },
};
