import { defineConfig } from 'vitest/config';
import { BaseSequencer, type ProjectConfig, type TestSpecification } from 'vitest/node';
import { LONG_TESTS } from './scripts/lib/long-tests.mjs';

const notOurs = ['**/node_modules/**', 'dist/**', 'client/e2e/**'];

/** `npm test` counts the tests from this file. */
const report = process.env.HARK_TEST_REPORT;

/** Each worker of the integration tests has an embedded MongoDB of its own. */
const WORKERS = 2;

/** These take long although they are short files; one of them would otherwise run alone at the end. */
const LONGEST = ['server/drops/crash', 'server/drops/restart', 'server/seed/', 'server/credits/stream/crash'];

/** Begins with the files that take longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((path) => moduleId.includes(path));
    return [...bySize.filter(isLong), ...bySize.filter((file) => !isLong(file))];
  }
}

const integration: ProjectConfig = {
  isolate: false,
  include: ['**/*.int.test.ts'],
  exclude: notOurs,
  globalSetup: ['server/testing/global-setup.ts'],
  setupFiles: ['server/testing/worker-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
};

/** `x.test.ts` is pure and quick; `x.int.test.ts` has a database and real processes (server/testing/database/mongo.ts). */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
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
      { test: { ...integration, name: 'integration', exclude: [...notOurs, ...LONG_TESTS] } },
      { test: { ...integration, name: 'integration-long', include: LONG_TESTS } },
    ],
  },
});
