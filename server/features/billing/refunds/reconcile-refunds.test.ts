import { expect, test } from 'vitest';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import type { InvoiceReversals, PaymentReversal } from '#server/providers/payments/port.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { reconcilePayment, reconcileRefunds } from './reconcile-refunds.ts';
import type { RefundStep } from './refund-step-store.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const INVOICE = { _id: 'in_1', uid: 'ana', streamId: 's', number: 'H-1', total: 20_000, outcome: 'granted' };

const refund = (id: string, amount: number): PaymentReversal => ({
  kind: 'refund',
  id,
  amount,
  initial: amount,
  createdAt: NOW,
});

const STEP: RefundStep = {
  _id: 'in_1:1',
  invoiceId: 'in_1',
  n: 1,
  uid: 'ana',
  streamId: 's',
  kind: 'refund',
  sourceId: 're_1',
  before: 0,
  after: 5_000,
  credits: -5_000,
  reason: 'Refund of $50 for invoice H-1',
  at: NOW,
};
const DONE = { ...STEP, doneAt: NOW };
/** What is done for `STEP`, apart from storing it. */
const EXECUTED = [
  ['ledger.execute', 's', commandOf(STEP)],
  ['mails.add', mailOf(STEP)],
  ['refunds.markDone', 'in_1:1', NOW],
];

function commandOf({ _id, credits, reason, kind, sourceId }: RefundStep) {
  return { type: 'refund', key: `refund:${_id}`, amount: credits, source: { kind, id: sourceId }, reason };
}

function mailOf({ _id, uid }: RefundStep) {
  const notice = { kind: 'refund', stepId: _id };
  return { _id: `refund:${_id}`, uid, notice, at: NOW, dueAt: NOW };
}

interface Given {
  steps?: RefundStep[];
  reversals?: PaymentReversal[];
  /** Whether each insert of a step is the first. */
  added?: boolean[];
  isRefused?: boolean;
  isGranted?: boolean;
  invoice?: object | undefined;
  intent?: object | undefined;
}

function system(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const { reversals = [refund('re_1', 5_000)], isRefused = false, isGranted = true } = given;
  const steps = [...(given.steps ?? [])];
  const added = [...(given.added ?? [])];
  const state: InvoiceReversals = { paid: 20_000, reversals };
  const invoice = 'invoice' in given ? given.invoice : INVOICE;
  const deps = {
    gateway: recorded('gateway', {
      reversals: () => Promise.resolve(state),
      intent: () => Promise.resolve('intent' in given ? given.intent : { invoiceId: 'in_1' }),
      invoice: () => Promise.resolve(undefined),
    }),
    records: recorded('records', {
      invoice: () => Promise.resolve(invoice),
      invoiceRevision: () => Promise.resolve(undefined),
      reversalsRevision: () => Promise.resolve(3),
      saveReversals: () => Promise.resolve(true),
    }),
    refunds: recorded('refunds', {
      ofInvoice: () => Promise.resolve([...steps]),
      add: (step: RefundStep) => {
        const isFirst = added.shift() ?? true;
        if (isFirst) steps.push({ ...step, doneAt: NOW });
        return Promise.resolve(isFirst);
      },
    }),
    ledger: recorded('ledger', {
      find: (_: string, key: string) =>
        Promise.resolve(isGranted && key === 'grant:invoice:in_1' ? { amount: 20_000 } : undefined),
      execute: () =>
        Promise.resolve(
          isRefused ? { ok: false, refusal: { type: 'KeyConflict' } } : { ok: true, repeated: false },
        ),
    }),
    mails: recorded('mails'),
    users: { byUid: () => Promise.resolve({}) },
    clock: { now: () => NOW },
    log: recorded('log', { info: () => undefined, warn: () => undefined }),
    trigger: () => undefined,
  } as unknown as BillingDeps;
  return { deps, calls };
}

const EFFECTS = /refunds\.(add|confirm|markDone)|ledger\.execute|mails|saveReversals|refundInvoice|clear/;
async function reconciled(given: Given) {
  const { deps, calls } = system(given);
  await reconcileRefunds(deps, 'in_1');
  return calls.filter(([name]) => EFFECTS.test(String(name)));
}

const saved = (...reversals: PaymentReversal[]) => ['records.saveReversals', 'in_1', reversals, 3];

test('a refund is stored, then its step, then its credits are taken and its payer is told', async () => {
  expect(await reconciled({})).toEqual([saved(refund('re_1', 5_000)), ['refunds.add', STEP], ...EXECUTED]);
});

test('a step that another process stored is confirmed before it is carried out, and one that is done is left', async () => {
  const stored = saved(refund('re_1', 5_000));
  expect(await reconciled({ steps: [STEP] })).toEqual([stored, ['refunds.confirm', STEP], ...EXECUTED]);
  expect(await reconciled({ steps: [DONE] })).toEqual([stored]);
});

test('each further refund and each one that failed is a step of its own', async () => {
  const reversals = [refund('re_1', 0), refund('re_2', 20_000)];
  const back = {
    ...STEP,
    _id: 'in_1:2',
    n: 2,
    before: 5_000,
    after: 0,
    credits: 5_000,
    reason: 'Refund of $50 failed for invoice H-1',
  };
  const all = {
    ...STEP,
    _id: 'in_1:3',
    n: 3,
    sourceId: 're_2',
    after: 20_000,
    credits: -20_000,
    reason: 'Refund of $200 for invoice H-1',
  };
  const steps = (await reconciled({ steps: [DONE], reversals })).filter(([name]) => name === 'refunds.add');
  expect(steps).toEqual([
    ['refunds.add', back],
    ['refunds.add', all],
  ]);
});

test('a refund of no credits has a step, and neither an event nor a mail', async () => {
  expect(await reconciled({ reversals: [refund('re_1', 0)] })).toEqual([saved(refund('re_1', 0))]);
  const cents = await reconciled({
    reversals: [refund('re_1', 1)],
    invoice: { ...INVOICE, total: 2_000_000_000 },
  });
  expect(cents.map(([name]) => name)).toEqual(['records.saveReversals', 'refunds.add', 'refunds.markDone']);
});

test('steps are read again after another process was first, up to a number of times', async () => {
  expect((await reconciled({ added: [false] })).map(([name]) => name)).toEqual([
    ...['records.saveReversals', 'refunds.add', 'refunds.add'],
    ...['ledger.execute', 'mails.add', 'refunds.markDone'],
  ]);
  await expect(reconciled({ added: Array<boolean>(20).fill(false) })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  expect(await reconciled({ added: Array<boolean>(18).fill(false) })).toHaveLength(23);
});

test('a step that the ledger refuses is not done', async () => {
  const { deps, calls } = system({ isRefused: true });
  await expect(reconcileRefunds(deps, 'in_1')).rejects.toThrow(
    'The ledger refused refund:in_1:1: KeyConflict',
  );
  expect(calls.map(([name]) => name)).not.toContain('refunds.markDone');
});

test('an invoice without a grant loses no credits', async () => {
  expect(await reconciled({ isGranted: false })).toEqual([]);
  expect(await reconciled({ invoice: undefined })).toEqual([]);
});

test.each<[string, Given, string, string[]]>([
  ['of no invoice', { intent: { invoiceId: undefined } }, 'nothing', []],
  ['that nobody knows', { intent: undefined }, 'nothing', []],
  [
    'that granted credits',
    {},
    'granted',
    ['records.saveReversals', 'refunds.add', 'ledger.execute', 'mails.add', 'refunds.markDone'],
  ],
  [
    'that Hark has refunded itself, in vain',
    { invoice: { ...INVOICE, outcome: 'refunded' }, reversals: [refund('re_1', 0)] },
    'refunded',
    ['gateway.refundInvoice', 'records.saveReversals'],
  ],
  [
    'that paid for nothing',
    { invoice: { ...INVOICE, outcome: 'nothing' } },
    'nothing',
    ['records.saveReversals'],
  ],
])('a refund of a payment %s', async (_what, given, settlement, effects) => {
  const { deps, calls } = system(given);
  expect(await reconcilePayment(deps, 'pi_1')).toBe(settlement);
  expect(calls.map(([name]) => String(name)).filter((name) => EFFECTS.test(name))).toEqual(effects);
});
