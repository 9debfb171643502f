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
          testTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          // For a browser that stalls while others work; `tools/test.ts` tells which test needed it.
          retry: 1,
        },
      },
    ],
    // Files of one worker share the modules of the server: loading them anew for each was half of all work.
    isolate: false,
    // A test often waits for a database or a browser, which work beside it.
    maxWorkers: 3,
  },
});
