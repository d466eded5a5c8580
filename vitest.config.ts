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

/**
 * Integration tests that repeat one thing many times (kills after each write, random rounds, floods, 10,000 documents),
 * start whole systems, or take over ten seconds. `npm test` leaves them out, `npm test -- all` and `.ci/run` include them.
 */
const LONG_TESTS = [
  'docker/image/worker-health.int.test.ts',
  'scripts/age.int.test.ts',
  'docker/image/production-packages.int.test.ts',
  'docker/proxy/proxies.int.test.ts',
  'scripts/compose-config.int.test.ts',
  'server/commands/counters/counters.int.test.ts',
  'server/commands/failed-backups.int.test.ts',
  'server/commands/credits/credits-options.int.test.ts',
  'server/commands/credits/long-streams.int.test.ts',
  'scripts/elevenlabs-sdk.int.test.ts',
  'scripts/mail-server.int.test.ts',
  'server/commands/objects/objects.int.test.ts',
  'scripts/promtool.int.test.ts',
  'scripts/clients/generated-clients.int.test.ts',
  'scripts/clients/validators.int.test.ts',
  'scripts/sdk/sdk.int.test.ts',
  'server/features/account/deletion/account-deletion.int.test.ts',
  'server/features/auth/api-keys/key-limit.int.test.ts',
  'server/features/auth/bad-input.int.test.ts',
  'server/features/auth/known-browsers/known-browsers.int.test.ts',
  'server/features/auth/limits/client-limits.int.test.ts',
  'server/features/auth/limits/sign-in-limits.int.test.ts',
  'server/features/auth/limits/two-processes.int.test.ts',
  'server/features/auth/second-factor/password-reset.int.test.ts',
  'server/platform/backup/backup-drill.int.test.ts',
  'server/platform/backup/series/backup-series.int.test.ts',
  'server/app/database/erased-since.int.test.ts',
  'server/app/full-disk.int.test.ts',
  'server/features/billing/billing-crashes.int.test.ts',
  'server/features/billing/checkout/checkout-quota.int.test.ts',
  'server/features/billing/invoices/invoice-decision-crashes.int.test.ts',
  'server/features/billing/mails/billing-mails.int.test.ts',
  'server/features/billing/refunds/refunds-system.int.test.ts',
  'server/features/billing/refunds/refunds.int.test.ts',
  'server/features/billing/reminders/credit-alerts.int.test.ts',
  'server/features/billing/subscriptions/subscription-lifecycle.int.test.ts',
  'server/features/billing/three-cycles.int.test.ts',
  'server/features/campaigns/contact-list/hostile-uploads.int.test.ts',
  'server/features/campaigns/contact-list/long-lists.int.test.ts',
  'server/features/campaigns/keys.int.test.ts',
  'server/features/campaigns/own-columns.int.test.ts',
  'server/features/campaigns/preparation/create-crash.int.test.ts',
  'server/features/campaigns/progress/progress-crash.int.test.ts',
  'server/features/campaigns/replacement/replace-crash.int.test.ts',
  'server/features/campaigns/test-drops/test-drop-hours.int.test.ts',
  'server/app/providers/object-store.int.test.ts',
  'server/app/providers/shared-bucket.int.test.ts',
  'server/features/contact-lists/lists-crash.int.test.ts',
  'server/features/credits/stream/crash.int.test.ts',
  'server/features/credits/stream/database-crash.int.test.ts',
  'server/features/credits/stream/interleaving.int.test.ts',
  'server/features/drops/call-lists/call-lists.int.test.ts',
  'server/features/drops/call-lists/large-campaign.int.test.ts',
  'server/features/drops/claims/stale-workers.int.test.ts',
  'server/features/drops/contacts/suppressed-numbers.int.test.ts',
  'server/features/drops/crash.int.test.ts',
  'server/features/drops/hours/calling-hours-property.int.test.ts',
  'server/features/drops/interleavings.int.test.ts',
  'server/features/drops/restart.int.test.ts',
  'server/features/drops/settlement/counters.int.test.ts',
  'server/features/drops/speech/erase-speech.int.test.ts',
  'server/features/drops/speech/speech-crash.int.test.ts',
  'server/features/drops/speech/store-outage.int.test.ts',
  'server/emulators/carrier/carrier.int.test.ts',
  'server/emulators/carrier/fault-injection.int.test.ts',
  'server/emulators/carrier/media.int.test.ts',
  'server/emulators/mongodb/mongodb.int.test.ts',
  'server/emulators/process/sidecar.int.test.ts',
  'server/platform/http/security/authorization-credentials.int.test.ts',
  'server/platform/http/docs/generated-client/generated-client.int.test.ts',
  'server/platform/http/edge.int.test.ts',
  'server/platform/http/fuzz.int.test.ts',
  'server/platform/http/local-pages.int.test.ts',
  'server/platform/http/sessions/signed-in-devices.int.test.ts',
  'server/platform/work/jobs.int.test.ts',
  'server/platform/work/locks.int.test.ts',
  'server/platform/work/slow-database.int.test.ts',
  'server/platform/lib/mongodb/database-clock.int.test.ts',
  'server/features/live/live-progress.int.test.ts',
  'server/platform/migrations/commands.int.test.ts',
  'server/platform/observability/logged-data.int.test.ts',
  'server/platform/observability/traces.int.test.ts',
  'server/features/do-not-call/opt-outs/stop-page/stop-limits.int.test.ts',
  'server/features/voices/previews/preview-crashes.int.test.ts',
  'server/features/voices/previews/preview-jobs.int.test.ts',
  'server/features/voices/previews/previews.int.test.ts',
  'server/providers/objects/s3-objects.int.test.ts',
  'server/app/recorded-backup.int.test.ts',
  'server/app/seed/seed-beside-worker.int.test.ts',
  'server/app/seed/seed-demo.int.test.ts',
  'server/testing/database/query-plans.int.test.ts',
  'server/testing/system/rotated-secrets.int.test.ts',
  'server/testing/system/database-away.int.test.ts',
  'server/testing/system/database-hangs.int.test.ts',
  'server/testing/system/killed-cluster.int.test.ts',
  'server/testing/system/leaving-web.int.test.ts',
  'server/testing/system/rolling-restart.int.test.ts',
  'server/testing/system/secret-rotation.int.test.ts',
  'server/testing/system/two-versions.int.test.ts',
  'server/features/webhooks/crash.int.test.ts',
  'server/features/webhooks/delivery/delivery-loop.int.test.ts',
  'server/features/webhooks/events/suppression-events.int.test.ts',
];

/** Only a test that names a time can notice one in the wrong zone. */
const A_TIME = /\bDate\b|Intl\.|[Tt]imeZone|\b20\d\d-[01]\d|\b[AP]M\b|_at\b/;

/** Returns the unit tests of what people read whose text matches `A_TIME`. */
function namingATime(): string[] {
  return ['client', 'shared', 'server']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`))
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('.int.test.'))
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
  include: ['**/*.int.test.ts'],
  exclude: notOurs,
  globalSetup: ['server/testing/global-setup.ts'],
  setupFiles: [FAIL_ON_LEAKS, 'server/testing/worker-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
};

/** `x.test.ts` is pure and quick; `x.int.test.ts` has a database and real processes (server/testing/database/mongo.ts). */
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
          exclude: [...notOurs, '**/*.int.test.*'],
        },
      },
      {
        test: {
          name: 'unit-elsewhere',
          setupFiles: [FAIL_ON_LEAKS],
          isolate: false,
          testTimeout: 20_000,
          include: namingATime(),
          exclude: [...notOurs, '**/*.int.test.*'],
          env: { TZ: 'Asia/Kolkata' },
        },
      },
      { test: { ...integration, name: 'integration', exclude: [...notOurs, ...LONG_TESTS] } },
      { test: { ...integration, name: 'integration-long', include: LONG_TESTS } },
    ],
  },
});
