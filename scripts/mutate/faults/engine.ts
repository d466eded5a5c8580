import type { Fault } from '../fault.ts';

const PLACING = ['server/drops/placement/placing.int.test.ts'];
const SLOW_WORKERS = ['server/drops/claims/stale-workers.int.test.ts'];
const LIMITS = ['server/drops/placement/call-limits.int.test.ts'];
const INTERLEAVINGS = ['server/drops/interleavings.int.test.ts'];
const LATE = ['server/drops/reports/late-successes.int.test.ts'];
const SETTLE = ['server/drops/settlement/settle.int.test.ts'];
const SCAN = ['server/drops/scan.int.test.ts'];
const START = ['server/drops/start-campaign.int.test.ts'];
const SUPPRESSED = ['server/drops/contacts/suppressed-numbers.int.test.ts'];

/**
 * Claims, calls, reports and settlements: faults that call twice, lose a call, leave a hold or charge the wrong
 * amount.
 */
export const ENGINE_FAULTS: readonly Fault[] = [
  // Claims and placement.
  {
    file: 'server/drops/claims/claim-batch.ts',
    find: ': Math.min(options.batchSize, options.concurrency)',
    replace: ': options.batchSize',
    tests: PLACING,
  },
  {
    file: 'server/drops/placement/place-claim.ts',
    find: 'await deps.claims.renewPrefetched(campaign.id, holder, leaseEnd(deps));',
    replace: '',
    tests: SLOW_WORKERS,
  },
  {
    file: 'server/drops/placement/place-claim.ts',
    find: "campaign?.status === 'Sending' && !signal.aborted",
    replace: 'campaign !== undefined && !signal.aborted',
    tests: INTERLEAVINGS,
  },
  {
    file: 'server/drops/placement/place-claim.ts',
    find: 'if (isStarted && mayBegin) return { campaign, seen };',
    replace: 'if (isStarted && mayBegin) return { campaign: ofRun, seen };',
    tests: ['server/drops/pauses.int.test.ts'],
  },
  {
    file: 'server/drops/placement/place-claim.ts',
    find: 'else if (await deps.claims.retainDrops(claim, [])) await releaseClaim',
    replace: 'else await releaseClaim',
    tests: SLOW_WORKERS,
  },
  {
    file: 'server/drops/placement/place-claim.ts',
    find: 'return mayBegin ? NO_CALLS : STOPPED;',
    replace: 'return STOPPED;',
    tests: SLOW_WORKERS,
  },
  {
    file: 'server/drops/placement/place-claim.ts',
    find: 'loggedCalls(refused.map(({ drop }) => drop)), until)',
    replace: 'loggedCalls(refused.map(({ drop }) => drop)), clock.now())',
    tests: LIMITS,
  },
  {
    file: 'server/drops/claims/unplaced-calls.ts',
    find: 'loggedCalls(unplaced), until)',
    replace: 'loggedCalls(unplaced), clock.now())',
    tests: LIMITS,
  },
  {
    file: 'server/drops/claims/unplaced-calls.ts',
    find: 'callLog.withdraw(caller, logged, until)',
    replace: 'callLog.withdraw(caller, logged, clock.now())',
    tests: LIMITS,
  },
  {
    file: 'server/drops/claims/claim-batch.ts',
    find: 'if (won === allowed.length) return callable;',
    replace: 'if (won > 0) return callable;',
    tests: SLOW_WORKERS,
  },
  {
    file: 'server/drops/claims/next-claims.ts',
    find: "expired.some(({ state }) => state === 'placing')",
    replace: 'false',
    tests: ['server/drops/run-slices.int.test.ts'],
  },
  {
    file: 'server/drops/placement/rate-limiter.ts',
    find: 'if (left === 0) await refillOnce().catch',
    replace: 'await refillOnce().catch',
    tests: ['server/drops/placement/rate-limiter.test.ts'],
  },
  {
    file: 'server/drops/placement/drop-rate.ts',
    find: "if (typeof dropsPerMinute !== 'number') await",
    replace: 'await',
    tests: ['server/drops/placement/drop-rate.test.ts'],
  },
  {
    file: 'server/drops/claims/claim-times.ts',
    find: 'KEY_LIFETIME_MS = 23 *',
    replace: 'KEY_LIFETIME_MS = 25 *',
    tests: PLACING,
  },
  {
    file: 'server/drops/placement/place-drops.ts',
    find: "mayBePlaced ? { kind: 'doubtful' } : refused(placement)",
    replace: 'refused(placement)',
    tests: PLACING,
  },
  {
    file: 'server/drops/placement/place-drops.ts',
    find: 'if (mayBeRepeat && !mayPlaceAgain(deps, claim)) return result;',
    replace: '',
    tests: PLACING,
  },
  {
    file: 'server/drops/placement/place-drops.ts',
    find: 'if (placed.failure !== undefined) failed.abort();',
    replace: '',
    tests: PLACING,
  },
  {
    file: 'server/drops/placement/place-drops.ts',
    find: 'mayBePlaced ||= !notAccepted;',
    replace: '',
    tests: PLACING,
  },
  {
    file: 'server/drops/claims/claim-store.ts',
    find: "{ _id, holder, state: 'placing' }, { leaseUntil }",
    replace: "{ _id, state: 'placing' }, { leaseUntil }",
    tests: SLOW_WORKERS,
  },
  {
    file: 'server/drops/contacts/call-store.ts',
    find: "run, status: 'pending' }, [",
    replace: "status: 'pending' }, [",
    tests: ['server/drops/retry-races.int.test.ts'],
  },
  {
    file: 'server/drops/contacts/call-store.ts',
    find: 'await this.#update({ ...claimed, lateSuccess: true }, { $set: delivered });',
    replace: '',
    tests: LATE,
  },
  {
    file: 'server/drops/contacts/skip-suppressed.ts',
    find: 'return drops.filter(({ to }) => !listed.has(to));',
    replace: 'return [...drops];',
    tests: SUPPRESSED,
  },
  {
    file: 'server/drops/contacts/campaign-contacts.ts',
    find: '!listed.has(phone) && !often.has(phone)',
    replace: '!often.has(phone)',
    tests: SUPPRESSED,
  },
  // Reports.
  {
    file: 'server/drops/contacts/call-result-store.ts',
    find: 'seq: { $in: seqs }, run, status: { $in: AT_CARRIER } }',
    replace: 'seq: { $in: seqs }, status: { $in: AT_CARRIER } }',
    tests: LATE,
  },
  {
    file: 'server/drops/reports/report-recorder.ts',
    find: "other === undefined || (call.status === 'success' && other.call.status !== 'success')",
    replace: 'true',
    tests: LATE,
  },
  {
    file: 'server/drops/reports/report-recorder.ts',
    find: "if (outcome === 'success' && !current && row.status === 'pending')",
    replace: "if (!current && row.status === 'pending')",
    tests: LATE,
  },
  {
    file: 'server/drops/reports/report-recorder.ts',
    find: "if (outcome === 'success' && ['failed', 'claimed', 'placed'].includes(row.status))",
    replace: "if (outcome === 'success' && ['claimed', 'placed'].includes(row.status))",
    tests: LATE,
  },
  {
    file: 'server/drops/reports/record-open.ts',
    find: "retryable: outcome === 'failed' && !doNotCall",
    replace: "retryable: outcome === 'failed'",
    tests: SUPPRESSED,
  },
  {
    file: 'server/drops/reports/carrier-webhooks.ts',
    find: '!secrets.some((accepted) => equalSecrets(secret, accepted))',
    replace: '!secrets.some((accepted) => secret.length === accepted.length)',
    tests: ['server/drops/reports/reports.int.test.ts'],
  },
  {
    file: 'server/drops/reports/carrier-webhooks.ts',
    find: 'if ((await orUnavailable(',
    replace: 'recent.add(report);\n      if ((await orUnavailable(',
    tests: ['server/drops/reports/carrier-webhooks.int.test.ts'],
  },
  {
    file: 'server/drops/reports/carrier-webhooks.ts',
    find: 'orUnavailable(recordByNumber(report))',
    replace: 'recordByNumber(report)',
    tests: ['server/drops/reports/carrier-webhooks.int.test.ts'],
  },
  {
    file: 'server/http/carrier-listener.ts',
    find: '(?:[?#]|$)/i;',
    replace: '(?:[?#]|$)/;',
    tests: ['server/http/carrier-listener.test.ts'],
  },
  {
    file: 'server/drops/reports/match-by-number.ts',
    find: ' || rows.some((one) => (closedAt(one) ?? 0) > since)',
    replace: '',
    tests: ['server/drops/reports/match-by-number.int.test.ts'],
  },
  // Settlement, finish and delete.
  {
    file: 'server/drops/settlement/settle-campaign.ts',
    find: 'dayOf(row) === day && row.run === run',
    replace: 'row.run === run',
    tests: SETTLE,
  },
  {
    file: 'server/drops/settlement/settle-campaign.ts',
    find: 'dayOf(row) === day && row.run === run',
    replace: 'dayOf(row) === day',
    tests: SETTLE,
  },
  {
    file: 'server/drops/settlement/settle-campaign.ts',
    find: 'settlement.uncharged === true ? 0 : delivered',
    replace: 'delivered',
    tests: LATE,
  },
  {
    file: 'server/drops/settlement/finish-campaign.ts',
    find: "if ((await openFinal(deps, campaign)) === undefined) return 'superseded';",
    replace: '',
    tests: INTERLEAVINGS,
  },
  {
    file: 'server/drops/settlement/finish-campaign.ts',
    find: "if (current?.run !== run || current.status === 'Success' || current.status === 'Failed') return;",
    replace: '',
    tests: SETTLE,
  },
  {
    file: 'server/drops/withdraw-campaign.ts',
    find: 'await releaseCancelled(deps, campaign);',
    replace: '',
    tests: ['server/drops/engine.int.test.ts'],
  },
  // Scan, due dates, pause and resume.
  {
    file: 'server/drops/start-campaign.ts',
    find: 'await run?.cancel();',
    replace: 'void run;',
    tests: START,
  },
  {
    file: 'server/drops/start-campaign.ts',
    find: "  if (started.status === 'rejected') throw started.reason;\n",
    replace: '',
    tests: START,
  },
  {
    file: 'server/drops/reconcile.ts',
    find: 'if (now.getTime() < startedAt.getTime() + options.giveUpGraceMs) return [];',
    replace: '',
    tests: SCAN,
  },
  {
    file: 'server/drops/reconcile.ts',
    find: "status === 'Deleting' || !mayPlaceAgain(deps, claim)",
    replace: "status === 'Deleting'",
    tests: SCAN,
  },
  {
    file: 'server/drops/reconcile.ts',
    find: 'if (missing.length > 0) await results.giveUpUnder({ campaignId, run }, missing, noReport(realTime.now()));',
    replace: '',
    tests: SLOW_WORKERS,
  },
];
