import { expect, test } from 'vitest';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { CallRow } from '#server/features/drops/contacts/call-result-store.ts';
import type { AttemptReport } from './record-open.ts';
import { ReportRecorder, type ReportRecorderDeps } from './report-recorder.ts';

const AT = new Date('2027-01-12T15:00:00Z');
const LATE = new Date(AT.getTime() + 5_000);

const row = (seq: number, own: Partial<CallRow> = {}) =>
  ({
    _id: `id-${String(seq)}`,
    campaignId: 'c',
    seq,
    run: 2,
    runEpoch: seq,
    status: 'placed',
    ...own,
  }) as unknown as CallRow;

const report = (attemptId: string, own: Partial<AttemptReport> = {}) =>
  ({ attemptId, outcome: 'failed', code: '4006', reason: 'Busy', doNotCall: false, ...own }) as AttemptReport;

/** Records reports about stored calls, of which the first `open` are open without a read; returns the outcomes and the calls. */
async function recorded(
  reports: readonly AttemptReport[],
  { rows, answers = {}, gone = [] }: { rows: CallRow[]; answers?: Record<string, unknown>; gone?: string[] },
) {
  const { calls, recorded } = createCallRecorder();
  const deps = {
    results: recorded('results', {
      report: () => Promise.resolve(0),
      listBySeq: (campaignId: string, seqs: number[]) =>
        Promise.resolve(rows.filter((one) => one.campaignId === campaignId && seqs.includes(one.seq))),
      finishPending: (_c: string, _r: number, ids: string[]) => Promise.resolve(ids.length),
      recordLateSuccess: (_c: string, _r: number, ids: string[]) => Promise.resolve(ids.length),
      ...answers,
    }),
    campaigns: recorded('campaigns', {
      find: (id: string) =>
        Promise.resolve(
          gone.includes(id)
            ? undefined
            : { caller: `caller of ${id}`, userId: 'other', name: `name of ${id}` },
        ),
      pause: () => Promise.resolve(true),
    }),
    jobs: recorded('jobs'),
    doNotCall: recorded('doNotCall'),
    clock: { now: () => AT },
    metrics: recorded('metrics', { count: () => undefined }),
    log: recorded('log', { info: () => undefined, debug: () => undefined, warn: () => undefined }),
    onRecorded: (campaignId: string, n: number) => calls.push(['onRecorded', campaignId, n]),
  } as unknown as ReportRecorderDeps;
  const recorder = new ReportRecorder(deps);
  const outcomes = await Promise.all(reports.map((one) => recorder.record(one)));
  const ofNames = (...names: string[]) => calls.filter(([name]) => names.includes(name as string));
  return { outcomes, calls, ofNames };
}

test('numbers that ask not to be called are added for the caller of each campaign, also beside an erased one', async () => {
  const rows = [
    row(1, { campaignId: 'gone', phone: '1' }),
    row(1, { campaignId: 'c', phone: '2', status: 'failed' }),
    row(2, { campaignId: 'c', phone: '3' }),
    row(3, { campaignId: 'c', phone: '4' }),
  ];
  const reports = ['gone-1-2', 'c-1-2', 'c-2-2'].map((id) => report(id, { doNotCall: true }));
  const { outcomes, calls, ofNames } = await recorded([...reports, report('c-3-2')], {
    rows,
    gone: ['gone'],
  });
  expect(outcomes).toEqual(Array(4).fill('recorded'));
  expect(ofNames('doNotCall.addReported')).toEqual([
    ['doNotCall.addReported', { userId: 'caller of c', campaignName: 'name of c', phones: ['2', '3'] }],
  ]);
  const names = calls.map(([name]) => name);
  expect(names.lastIndexOf('results.report')).toBeGreaterThan(names.indexOf('doNotCall.addReported'));
});

test('a report is written as what it changes, and a late success is settled though nothing else would', async () => {
  const success = { outcome: 'success', code: '', reason: '' } as const;
  const rows = [
    row(1),
    row(2, { status: 'claimed' }),
    row(3, { status: 'pending' }),
    row(4, { status: 'failed' }),
    row(5, { status: 'placed' }),
    row(6, { status: 'success' }),
    row(7, { status: 'failed' }),
    row(8, { status: 'pending' }),
    row(9, { status: 'pending' }),
  ];
  const reports = [
    report('c-1-2', success),
    report('c-2-2', success),
    report('c-3-1', success),
    report('c-4-2', success),
    report('c-5-1', success),
    report('c-6-2', success),
    report('c-7-2'),
    report('c-8-1'),
    report('c-9-2', success),
    report('c-9-3', success),
    report('c-10-1', success),
  ];
  let reads = 0;
  const answers = {
    report: (_c: string, _r: number, seqs: number[]) => Promise.resolve((reads += 1) > 5 ? seqs.length : 0),
  };
  const { outcomes, ofNames } = await recorded(reports, { rows, answers });
  expect(outcomes).toEqual([...Array<string>(9).fill('recorded'), 'unknown', 'unknown']);
  const call = { status: 'success', at: AT, code: '', reason: '', retryable: false };
  expect(ofNames('results.report').at(-1)).toEqual(['results.report', 'c', 2, [1, 2], call]);
  expect(ofNames('results.finishPending')).toEqual([['results.finishPending', 'c', 2, ['id-3'], call]]);
  expect(ofNames('results.recordLateSuccess')).toEqual([
    ['results.recordLateSuccess', 'c', 2, ['id-4', 'id-5']],
  ]);
  expect(ofNames('jobs.settle')).toEqual(Array(2).fill(['jobs.settle', 'c', LATE]));
  expect(ofNames('onRecorded')).toEqual([['onRecorded', 'c', 5]]);
  const contradiction = { attemptId: 'c-7-2', outcome: 'failed', code: '4006' };
  const text = 'a report about a final call was ignored';
  expect(ofNames('log.debug')).toContainEqual(['log.debug', contradiction, text]);
  expect(ofNames('log.info').map(([, about]) => about)).toMatchObject([
    { attemptId: 'c-8-1' },
    { attemptId: 'c-9-2' },
  ]);
  expect(ofNames('metrics.count').map(([, , labels]) => labels)).toEqual([
    ...Array<object>(6).fill({ outcome: 'success' }),
    ...Array<object>(2).fill({ outcome: 'failed' }),
    { outcome: 'success' },
    ...Array<object>(2).fill({ outcome: 'unknown' }),
  ]);
});

test('of two reports of a call a success counts, otherwise the first', async () => {
  const of = async (first: Partial<AttemptReport>, second: Partial<AttemptReport>) => {
    const reports = [
      report('c-1-2', { ...first, doNotCall: true }),
      report('c-1-2', { ...second, doNotCall: true }),
    ];
    const answers = { report: () => Promise.resolve(1) };
    const { ofNames } = await recorded(reports, { rows: [row(1, { phone: '1' })], answers });
    return ofNames('results.report').map((args) => args.at(-1));
  };
  expect(await of({ code: '1' }, { code: '2' })).toMatchObject([{ status: 'failed', code: '1' }]);
  expect(await of({}, { outcome: 'success' })).toMatchObject([{ status: 'success' }]);
  expect(await of({ outcome: 'success' }, {})).toMatchObject([{ status: 'success' }]);
  expect(await of({ outcome: 'success', code: '1' }, { outcome: 'success', code: '2' })).toMatchObject([
    { code: '1' },
  ]);
});

test('a success of a call that keeps changing is read again three times, then refused to be sent again', async () => {
  const failing = recorded([report('c-1-2', { outcome: 'success' })], { rows: [row(1)] });
  await expect(failing).rejects.toThrow('The calls of these reports keep changing.');
  let reads = 0;
  const rows = [row(1)];
  const listBySeq = () => Promise.resolve((reads += 1) === 1 ? rows : [row(1, { status: 'success' })]);
  await recorded([report('c-1-2', { outcome: 'success' })], { rows, answers: { listBySeq } });
  expect(reads).toBe(2);
});

test('a fault of the account pauses each campaign in the latest run epoch of its calls', async () => {
  const rows = [row(1), row(3), row(2), row(1, { campaignId: 'd' })];
  const fault = { accountFault: true, reason: 'No funds' };
  const reports = [report('c-1-2', fault), report('c-3-2', fault), report('c-2-2', fault), report('d-1-2')];
  const { ofNames } = await recorded(reports, { rows });
  expect(ofNames('campaigns.pause', 'jobs.notify')).toEqual([
    ['campaigns.pause', 'c', 3, 'No funds'],
    ['jobs.notify', 'c'],
  ]);
  expect(ofNames('metrics.count')).toContainEqual([
    'metrics.count',
    'hark_campaigns_paused_total',
    { cause: 'account' },
  ]);
});
