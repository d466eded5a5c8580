import { defineConfig } from 'vitest/config';

const notOurs = ['**/node_modules/**', 'dist/**', 'client/e2e/**'];

/** `npm test` counts the tests from this file. */
const report = process.env.HARK_TEST_REPORT;

/** Each worker of the integration tests has an embedded MongoDB of its own. */
const WORKERS = 2;

/** `x.test.ts` is pure and quick; `x.int.test.ts` has a database and real processes (server/testing/database/mongo.ts). */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          testTimeout: 20_000,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...notOurs, '**/*.int.test.*'],
        },
      },
      {
        test: {
          name: 'unit-elsewhere',
          isolate: false,
          testTimeout: 20_000,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...notOurs, '**/*.int.test.*'],
          env: { TZ: 'Asia/Kolkata' },
        },
      },
      {
        test: {
          name: 'integration',
          isolate: false,
          include: ['**/*.int.test.ts'],
          exclude: notOurs,
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/worker-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
