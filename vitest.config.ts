import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/shop/src/**/*.test.{ts,tsx}',
            'apps/server/src/{platform,providers}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: ['apps/server/src/{platform,providers}/**'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          // Whole shops on a busy machine: a failure has to happen twice.
          retry: 1,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          retry: 1,
        },
      },
    ],
    // The job runner lets go of its last batch while its pool closes and does not wait for the answer; a
    // shop that ends then looks like a fault of whatever test runs by that time. Nothing else is let pass.
    onUnhandledError: (error) =>
      error.message === 'timeout exceeded when trying to connect' ? false : undefined,
    maxWorkers: 2,
  },
});
