import { defineConfig } from 'vitest/config';

const notOurs = ['**/node_modules/**', 'dist/**', 'client/e2e/**'];

/** `x.test.ts` is pure and quick; `x.int.test.ts` has a database and real processes (server/testing/mongo.ts). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...notOurs, '**/*.int.test.*'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['**/*.int.test.ts'],
          exclude: notOurs,
          globalSetup: ['server/testing/mongo-global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
