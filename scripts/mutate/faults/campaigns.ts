import type { Fault } from '../fault.ts';

const LIFECYCLE = ['server/features/campaigns/lifecycle/lifecycle.int.test.ts'];
const CONNECTIONS = ['server/features/campaigns/contact-list/connections.int.test.ts'];
const ONCE = ['server/platform/idempotency/idempotent.int.test.ts'];

/**
 * Campaigns, idempotency keys, jobs and drop dates: faults that start, charge or create at the wrong time, or
 * twice.
 */
export const CAMPAIGN_FAULTS: readonly Fault[] = [
  {
    file: 'server/platform/lib/uploads/spool.ts',
    find: 'used -= size;',
    replace: '',
    tests: ['server/features/campaigns/contact-list/spool.test.ts'],
  },
  {
    file: 'server/features/campaigns/saved-lists/saved-list-source.ts',
    find: 'if (signal?.aborted === true) throw requestAborted();',
    replace: '',
    tests: ['server/features/campaigns/screening/check-list.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/contact-list/list-reader.ts',
    find: 'contactsOfLines(list.path, list, optionsOf(list.draft, signal))',
    replace: 'contactsOfLines(list.path, list, optionsOf(list.draft))',
    tests: CONNECTIONS,
  },
  {
    file: 'server/features/campaigns/lifecycle/settled-counts.ts',
    find: "{ $add: ['$retryable', retryable] }",
    replace: "'$retryable'",
    tests: ['server/features/drops/reports/late-successes.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/lifecycle/run-store.ts',
    find: "campaign?.status !== 'Scheduled' || campaign.dropDate > now",
    replace: "campaign?.status !== 'Scheduled'",
    tests: LIFECYCLE,
  },
  {
    file: 'server/features/campaigns/lifecycle/run-store.ts',
    find: 'set: { startedAt } }',
    replace: 'set: {} }',
    tests: ['server/features/drops/start-campaign.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/screening/screen-list.ts',
    find: 'places.keyOf({ phone, state, zipcode })',
    replace: 'places.keyOf({ phone, state })',
    tests: ['server/features/campaigns/calling-plan.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/lifecycle/run-store.ts',
    find: '{ $gte: oldest, $lte: now }',
    replace: '{ $gte: oldest }',
    tests: LIFECYCLE,
  },
  {
    file: 'server/features/campaigns/lifecycle/run-store.ts',
    find: '{ $gte: oldest, $lte: now }',
    replace: '{ $lte: now }',
    tests: ['server/features/drops/engine.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/lifecycle/run-store.ts',
    find: 'now.getTime() - dropDate.getTime() > MAX_OVERDUE_MS',
    replace: 'dropDate.getTime() - now.getTime() > MAX_OVERDUE_MS',
    tests: ['server/features/drops/engine.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/lifecycle/run-store.ts',
    find: 'where: { runEpoch },',
    replace: '',
    tests: ['server/features/drops/pauses.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/lifecycle/transitions.ts',
    find: 'startedAt: { $exists: false }, dropDate: { $gt: now }',
    replace: 'startedAt: { $exists: false }',
    tests: LIFECYCLE,
  },
  {
    file: 'server/features/campaigns/lifecycle/transitions.ts',
    find: 'await pauseUnlessOpen(deps, scheduled);',
    replace: '',
    tests: ['server/features/drops/placement/closed-accounts.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/lifecycle/retry-campaign.ts',
    find: '{ digest, run: run + 1 }',
    replace: '{ digest, run }',
    tests: ['server/features/drops/reports/reports.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/preparation/sweep-preparations.ts',
    find: "result.ok && result.event.type === 'hold'",
    replace: 'result.ok',
    tests: ['server/features/campaigns/preparation/preparing.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/preparation/create-campaign.ts',
    find: '(await deps.campaigns.insertTombstone(campaignId, deps.clock.now())) ||',
    replace: '',
    tests: ['server/features/campaigns/preparation/create-crash.long.test.ts'],
  },
  {
    file: 'server/features/campaigns/preparation/create-campaign.ts',
    find: 'max + 1)) <= max) return;',
    replace: 'max + 2)) <= max + 1) return;',
    tests: ['server/features/campaigns/preparation/create.int.test.ts'],
  },
  {
    file: 'server/platform/idempotency/idempotent.ts',
    find: '(work.cancel === undefined || (await work.cancel(earlier))) &&\n    ',
    replace: '',
    tests: ONCE,
  },
  {
    file: 'server/platform/idempotency/idempotency-key-store.ts',
    find: '{ _id, attempt },\n      { $set: { attempt: next.attempt',
    replace: '{ _id },\n      { $set: { attempt: next.attempt',
    tests: ONCE,
  },
  {
    file: 'server/platform/idempotency/idempotent.ts',
    find: '_id: `${uid}:${key}`',
    replace: '_id: key',
    tests: ['server/features/campaigns/keys.long.test.ts'],
  },
  {
    file: 'server/features/drops/drop-jobs.ts',
    find: '    return at;\n',
    replace: '',
    tests: ['server/platform/work/jobs.long.test.ts'],
  },
  {
    file: 'shared/drop-schedule.ts',
    find: 'new Date(Math.max(time, earliest))',
    replace: 'new Date(time)',
    tests: ['shared/drop-schedule.test.ts'],
  },
];
