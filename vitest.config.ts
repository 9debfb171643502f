import { pseudoLocale } from '@giftlane/texts/catalogues.ts';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait: at the end they would leave a core idle. */
const waits = /embedded-postgres|payments\/conformance/;

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = (file: TestSpecification) => waits.test(file.moduleId);
    return [...sorted.filter(first), ...sorted.filter((file) => !first(file))];
  }
}

/** Nothing of this is waited for where all is well: a machine that is busy with other work fails no test. */
const patient = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
            'apps/shop/src/**/*.test.{ts,tsx}',
            'apps/server/src/{platform,providers}/**/*.test.ts',
          ],
          globalSetup: ['tools/unpack-chromium.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['apps/server/src/{platform,providers}/**'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          ...patient,
        },
      },
      {
        test: {
          // Its own project, as the language is one of a process.
          name: 'pseudo',
          include: ['e2e/pseudo/*.test.ts'],
          env: { LOCALE: pseudoLocale },
          globalSetup: [
            'e2e/pseudo/build-pages.ts',
            'tools/unpack-chromium.ts',
            'apps/server/src/testing/global-setup.ts',
          ],
          ...patient,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          globalSetup: ['tools/unpack-chromium.ts', 'apps/server/src/testing/global-setup.ts'],
          ...patient,
          testTimeout: 300_000,
        },
      },
    ],
    // Files of one worker share the modules of the server: loading them anew for each was half of all work.
    isolate: false,
    teardownTimeout: 120_000,
    // A test waits for a database or a browser, which work beside it: on two cores more get in each other's way.
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
  },
});
