import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type ProjectConfig, type TestSpecification } from 'vitest/node';

const notOurs = ['**/node_modules/**', 'dist/**', 'client/e2e/**'];

/** `npm test` counts the tests from this file. */
const report = process.env.HARK_TEST_REPORT;

/** Each worker of the integration tests has an embedded MongoDB of its own. */
const WORKERS = 2;

/** These take long although they are short files; one of them would otherwise run alone at the end. */
const LONGEST = [
  'server/features/drops/crash',
  'server/features/drops/restart',
  'server/app/seed/',
  'server/features/credits/stream/crash',
];

/** These have a database and real processes (server/testing/database/mongo.ts). */
const INTEGRATION = '**/*.int.test.ts';

/**
 * Those that repeat one thing many times (kills after each write, random rounds, floods, 10,000 documents), start whole
 * systems, or take over ten seconds. `npm test` leaves them out, `npm test -- all` and `.ci/run` include them.
 */
const LONG = '**/*.long.test.ts';

const WITH_A_DATABASE = [INTEGRATION, LONG];

/** Only a test that names a time can notice one in the wrong zone. */
const A_TIME = /\bDate\b|Intl\.|[Tt]imeZone|\b20\d\d-[01]\d|\b[AP]M\b|_at\b/;

/** Returns the unit tests of what people read whose text matches `A_TIME`. */
function namingATime(): string[] {
  return ['client', 'shared', 'server']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`))
    .filter((file) => /\.test\.tsx?$/.test(file) && !/\.(int|long)\.test\./.test(file))
    .filter((file) => !file.startsWith('server/') || file.includes('/mails/'))
    .filter((file) => A_TIME.test(readFileSync(file, 'utf8')));
}

/** Begins with the files that take longest, and keeps those with a document together: a worker is replaced at each change. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((path) => moduleId.includes(path));
    const hasDocument = ({ moduleId }: TestSpecification) =>
      readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment');
    const longestFirst = [...bySize.filter(isLong), ...bySize.filter((file) => !isLong(file))];
    return [...longestFirst.filter((file) => !hasDocument(file)), ...longestFirst.filter(hasDocument)];
  }
}

const FAIL_ON_LEAKS = 'server/testing/fail-on-leaks.ts';

const integration: ProjectConfig = {
  isolate: false,
  exclude: notOurs,
  globalSetup: ['server/testing/global-setup.ts'],
  setupFiles: [FAIL_ON_LEAKS, 'server/testing/worker-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
};

/** `x.test.ts` is pure and quick, `x.int.test.ts` and `x.long.test.ts` are not. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    // What one stage has compiled, the next need not.
    experimental: { fsModuleCache: true },
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: [FAIL_ON_LEAKS],
          isolate: false,
          testTimeout: 20_000,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...notOurs, ...WITH_A_DATABASE],
        },
      },
      {
        test: {
          name: 'unit-elsewhere',
          setupFiles: [FAIL_ON_LEAKS],
          isolate: false,
          testTimeout: 20_000,
          include: namingATime(),
          exclude: [...notOurs, ...WITH_A_DATABASE],
          env: { TZ: 'Asia/Kolkata' },
        },
      },
      { test: { ...integration, name: 'integration', include: [INTEGRATION] } },
      { test: { ...integration, name: 'integration-long', include: [LONG] } },
    ],
  },
});
