import type { Fault } from '../fault.ts';

const PLACING = ['server/features/drops/placement/placing.int.test.ts'];
const SLOW_WORKERS = ['server/features/drops/claims/stale-workers.long.test.ts'];
const LIMITS = ['server/features/drops/placement/call-limits.int.test.ts'];
const INTERLEAVINGS = ['server/features/drops/interleavings.long.test.ts'];
const SUSPENDED = ['server/features/drops/placement/suspended-workers.int.test.ts'];
const STOPPED = ['server/features/drops/placement/stopped-calls.int.test.ts'];
const LATE = ['server/features/drops/reports/late-successes.int.test.ts'];
const SUPPRESSED = ['server/features/drops/contacts/suppressed-numbers.long.test.ts'];

/** Claims and placement: faults that call twice, too often or not at all. */
export const PLACEMENT_FAULTS: readonly Fault[] = [
  {
    file: 'server/features/drops/claims/claim-batch.ts',
    find: ': Math.min(options.batchSize, options.concurrency)',
    replace: ': options.batchSize',
    tests: PLACING,
  },
  {
    file: 'server/features/drops/placement/claim-lease.ts',
    find: 'await claims.renewPrefetched(campaign.id, holder, leaseEnd(deps));',
    replace: '',
    tests: SLOW_WORKERS,
  },
  {
    file: 'server/features/drops/placement/callable-campaign.ts',
    find: "campaign?.status === 'Sending' && block === undefined",
    replace: 'block === undefined',
    tests: INTERLEAVINGS,
  },
  {
    file: 'server/features/drops/placement/callable-campaign.ts',
    find: 'if (owner === undefined) return {};',
    replace: 'if (owner === undefined) return undefined;',
    tests: ['server/features/drops/placement/closed-accounts.int.test.ts'],
  },
  ...['owner.suspendedAt', 'stoppedAt'].map((kept) => ({
    file: 'server/features/drops/placement/callable-campaign.ts',
    find: '[owner.suspendedAt, stoppedAt]',
    replace: `[${kept}]`,
    tests: STOPPED,
  })),
  {
    file: 'server/features/drops/start-campaign.ts',
    find: 'if (due === undefined || (await callBlock(deps, due.caller)) !== undefined) return;',
    replace: '',
    tests: STOPPED,
  },
  {
    file: 'server/platform/lib/concurrency/held-lease.ts',
    find: 'if (await ask()) age = sent;',
    replace: 'if (await ask()) age = startAge(clock);',
    tests: ['server/platform/lib/concurrency/held-lease.test.ts'],
  },
  {
    file: 'server/features/drops/placement/place-drops.ts',
    find: 'if (!(await lease.isHeld()) || isStopped()) return result;',
    replace: '',
    tests: SUSPENDED,
  },
  {
    file: 'server/providers/http-sender.ts',
    find: 'if (!maySend()) return',
    replace: 'if (!maySend) return',
    tests: SUSPENDED,
  },
  {
    file: 'server/features/drops/placement/place-claim.ts',
    find: 'if (isStarted && mayBegin) return { campaign, seen };',
    replace: 'if (isStarted && mayBegin) return { campaign: ofRun, seen };',
    tests: ['server/features/drops/pauses.int.test.ts'],
  },
  {
    file: 'server/features/drops/claims/unplaced-calls.ts',
    find: '  if (!(await deps.claims.retainDrops(claim, []))) return;\n',
    replace: '',
    tests: SLOW_WORKERS,
  },
  {
    file: 'server/features/drops/placement/place-claim.ts',
    find: 'return mayBegin ? NO_CALLS : STOPPED;',
    replace: 'return STOPPED;',
    tests: SLOW_WORKERS,
  },
  {
    file: 'server/features/drops/placement/place-claim.ts',
    find: 'loggedCalls(refused.map(({ drop }) => drop)), until)',
    replace: 'loggedCalls(refused.map(({ drop }) => drop)), clock.now())',
    tests: LIMITS,
  },
  {
    file: 'server/features/drops/claims/unplaced-calls.ts',
    find: 'loggedCalls(unplaced), until)',
    replace: 'loggedCalls(unplaced), clock.now())',
    tests: LIMITS,
  },
  {
    file: 'server/features/drops/claims/unplaced-calls.ts',
    find: 'callLog.remove(caller, logged, until)',
    replace: 'callLog.remove(caller, logged, clock.now())',
    tests: LIMITS,
  },
  {
    file: 'server/features/drops/claims/claim-batch.ts',
    find: 'if (won === allowed.length) return callable;',
    replace: 'if (won > 0) return callable;',
    tests: SLOW_WORKERS,
  },
  {
    file: 'server/features/drops/claims/next-claims.ts',
    find: "expired.some(({ state }) => state === 'placing')",
    replace: 'false',
    tests: ['server/features/drops/run-slices.int.test.ts'],
  },
  {
    file: 'server/features/drops/placement/rate-limiter.ts',
    find: 'if (left === 0) await refillOnce().catch',
    replace: 'await refillOnce().catch',
    tests: ['server/features/drops/placement/rate-limiter.test.ts'],
  },
  {
    file: 'server/features/drops/placement/drop-rate.ts',
    find: "if (typeof dropsPerMinute !== 'number') await",
    replace: 'await',
    tests: ['server/features/drops/placement/drop-rate.test.ts'],
  },
  {
    file: 'server/features/drops/claims/claim-times.ts',
    find: 'KEY_LIFETIME_MS = 23 *',
    replace: 'KEY_LIFETIME_MS = 25 *',
    tests: PLACING,
  },
  {
    file: 'server/features/drops/placement/place-drops.ts',
    find: "mayBePlaced ? { kind: 'doubtful' } : refused(placement)",
    replace: 'refused(placement)',
    tests: PLACING,
  },
  {
    file: 'server/features/drops/placement/place-drops.ts',
    find: 'if (mayBeRepeat && !mayPlaceAgain(deps, claim)) return result;',
    replace: '',
    tests: PLACING,
  },
  {
    file: 'server/features/drops/placement/place-drops.ts',
    find: 'if (placed.failure !== undefined) failed.abort();',
    replace: '',
    tests: PLACING,
  },
  {
    file: 'server/features/drops/placement/place-drops.ts',
    find: 'mayBePlaced ||= !notAccepted;',
    replace: '',
    tests: PLACING,
  },
  {
    file: 'server/features/drops/claims/claim-store.ts',
    find: "{ _id, holder, state: 'placing' }, { leaseUntil }",
    replace: "{ _id, state: 'placing' }, { leaseUntil }",
    tests: SLOW_WORKERS,
  },
  {
    file: 'server/features/drops/contacts/call-store.ts',
    find: "run, status: 'pending' }, [",
    replace: "status: 'pending' }, [",
    tests: ['server/features/drops/retry-races.int.test.ts'],
  },
  {
    file: 'server/features/drops/contacts/call-store.ts',
    find: 'await this.#update({ ...claimed, lateSuccess: true }, { $set: delivered });',
    replace: '',
    tests: LATE,
  },
  {
    file: 'server/features/drops/contacts/skip-suppressed.ts',
    find: 'return drops.filter(({ to }) => !listed.has(to));',
    replace: 'return [...drops];',
    tests: SUPPRESSED,
  },
  {
    file: 'server/features/drops/contacts/campaign-contacts.ts',
    find: '!listed.has(phone) && !often.has(phone)',
    replace: '!often.has(phone)',
    tests: SUPPRESSED,
  },
];
