/**
 * Integration tests that repeat one thing many times: kills after each write, random rounds, floods, 10,000 documents,
 * or the start of whole systems. `npm test` leaves them out, `npm test -- all` and `.ci/run` include them.
 */
export const LONG_TESTS = [
  'server/account-deletion/account-deletion.int.test.ts',
  'server/auth/limits/client-limits.int.test.ts',
  'server/billing/billing-crashes.int.test.ts',
  'server/billing/invoices/invoice-decision-crashes.int.test.ts',
  'server/campaigns/contact-list/hostile-uploads.int.test.ts',
  'server/campaigns/contact-list/long-lists.int.test.ts',
  'server/campaigns/preparation/create-crash.int.test.ts',
  'server/credits/stream/crash.int.test.ts',
  'server/credits/stream/interleaving.int.test.ts',
  'server/drops/crash.int.test.ts',
  'server/drops/restart.int.test.ts',
  'server/emulators/mongodb/mongodb.int.test.ts',
  'server/emulators/process/sidecar.int.test.ts',
  'server/http/fuzz.int.test.ts',
  'server/lib/mongodb/database-clock.int.test.ts',
  'server/seed/seed-beside-worker.int.test.ts',
  'server/seed/seed-demo.int.test.ts',
  'server/testing/database/query-plans.int.test.ts',
];
