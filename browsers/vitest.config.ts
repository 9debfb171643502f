import { defineConfig } from 'vitest/config';

/** `npm run test:browsers`: the journeys in browsers that `npm test` does not have. */
export default defineConfig({
  test: {
    name: 'browsers',
    include: ['browsers/**/*.test.ts'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    maxWorkers: 1,
  },
});
