/**
 * Tests that `npm test` omits for time: journeys on a desktop, rare ends of journeys, axe on every page in
 * both colour schemes, a slow network, rare ends of databases, and more kills, storms, fuzz and histories.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import type { Proof } from './proof.ts';

/** Server tests with a long form. */
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
