import type { Fault } from '../fault.ts';

const SLOW_WORKERS = ['server/features/drops/claims/stale-workers.long.test.ts'];
const INTERLEAVINGS = ['server/features/drops/interleavings.long.test.ts'];
const LATE = ['server/features/drops/reports/late-successes.int.test.ts'];
const SETTLE = ['server/features/drops/settlement/settle.int.test.ts'];
const SCAN = ['server/features/drops/scan.int.test.ts'];
const START = ['server/features/drops/start-campaign.int.test.ts'];

/** Reports and settlements: faults that lose a call, leave a hold or charge the wrong amount. */
export const ENGINE_FAULTS: readonly Fault[] = [
  // Reports.
  {
    file: 'server/features/drops/contacts/call-result-store.ts',
    find: 'seq: { $in: seqs }, run, status: { $in: AT_CARRIER } }',
    replace: 'seq: { $in: seqs }, status: { $in: AT_CARRIER } }',
    tests: LATE,
  },
  {
    file: 'server/features/drops/reports/report-recorder.ts',
    find: "other === undefined || (call.status === 'success' && other.call.status !== 'success')",
    replace: 'true',
    tests: LATE,
  },
  {
    file: 'server/features/drops/reports/report-recorder.ts',
    find: "if (outcome === 'success' && !current && row.status === 'pending')",
    replace: "if (!current && row.status === 'pending')",
    tests: LATE,
  },
  {
    file: 'server/features/drops/reports/report-recorder.ts',
    find: "if (outcome === 'success' && ['failed', 'claimed', 'placed'].includes(row.status))",
    replace: "if (outcome === 'success' && ['claimed', 'placed'].includes(row.status))",
    tests: LATE,
  },
  {
    file: 'server/features/drops/reports/record-open.ts',
    find: "retryable: outcome === 'failed' && !doNotCall",
    replace: "retryable: outcome === 'failed'",
    tests: ['server/features/drops/reports/record-open.test.ts'],
  },
  {
    file: 'server/features/drops/reports/carrier-webhooks.ts',
    find: '!secrets.some((accepted) => equalSecrets(secret, accepted))',
    replace: '!secrets.some((accepted) => secret.length === accepted.length)',
    tests: ['server/features/drops/reports/reports.int.test.ts'],
  },
  {
    file: 'server/features/drops/reports/carrier-webhooks.ts',
    find: 'if ((await orUnavailable(',
    replace: 'recent.add(report);\n      if ((await orUnavailable(',
    tests: ['server/features/drops/reports/carrier-webhooks.int.test.ts'],
  },
  {
    file: 'server/features/drops/reports/carrier-webhooks.ts',
    find: 'orUnavailable(recordSigned(report))',
    replace: 'recordSigned(report)',
    tests: ['server/features/drops/reports/carrier-webhooks.int.test.ts'],
  },
  {
    file: 'server/platform/http/carrier-listener.ts',
    find: '(?:[?#]|$)/i;',
    replace: '(?:[?#]|$)/;',
    tests: ['server/platform/http/carrier-listener.test.ts'],
  },
  {
    file: 'server/features/drops/reports/match-by-number.ts',
    find: ' || rows.some((one) => (closedAt(one) ?? 0) > since)',
    replace: '',
    tests: ['server/features/drops/reports/match-by-number.int.test.ts'],
  },
  // Settlement, finish and delete.
  {
    file: 'server/features/drops/settlement/settle-campaign.ts',
    find: 'dayOf(row) === day && row.run === run',
    replace: 'row.run === run',
    tests: SETTLE,
  },
  {
    file: 'server/features/drops/settlement/settle-campaign.ts',
    find: 'dayOf(row) === day && row.run === run',
    replace: 'dayOf(row) === day',
    tests: SETTLE,
  },
  {
    file: 'server/features/drops/settlement/settle-campaign.ts',
    find: 'settlement.uncharged === true ? 0 : delivered',
    replace: 'delivered',
    tests: LATE,
  },
  {
    file: 'server/features/drops/settlement/finish-campaign.ts',
    find: "if ((await openFinal(deps, campaign)) === undefined) return 'superseded';",
    replace: '',
    tests: INTERLEAVINGS,
  },
  {
    file: 'server/features/drops/settlement/finish-campaign.ts',
    find: "if (current?.run !== run || current.status === 'Success' || current.status === 'Failed') return;",
    replace: '',
    tests: SETTLE,
  },
  {
    file: 'server/features/drops/cancel-calls.ts',
    find: 'await releaseCancelled(deps, campaign);',
    replace: '',
    tests: ['server/features/drops/engine.int.test.ts'],
  },
  // Scan, due dates, pause and resume.
  {
    file: 'server/features/drops/start-campaign.ts',
    find: "if (campaign?.status === 'Sending') await deps.jobs.ensureRunning(campaignId);",
    replace: '',
    tests: START,
  },
  {
    file: 'server/features/drops/reconcile.ts',
    find: 'if (now.getTime() < startedAt.getTime() + options.giveUpGraceMs) return [];',
    replace: '',
    tests: SCAN,
  },
  {
    file: 'server/features/drops/reconcile.ts',
    find: "status === 'Deleting' || !mayPlaceAgain(deps, claim)",
    replace: "status === 'Deleting'",
    tests: SCAN,
  },
  {
    file: 'server/features/drops/reconcile.ts',
    find: 'if (missing.length > 0) await results.giveUpUnder({ campaignId, run }, missing, noReport(realTime.now()));',
    replace: '',
    tests: SLOW_WORKERS,
  },
];
