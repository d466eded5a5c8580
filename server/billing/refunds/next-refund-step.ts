import { formatMoney } from '#shared/money.ts';
import type { InvoiceReversals, PaymentReversal } from '#server/providers/payments/port.ts';
import type { RefundStep } from './refund-step-model.ts';

const CENTS = 100;

/** What a step changes; the rest of its record says where. */
export type RefundChange = Pick<
  RefundStep,
  'n' | 'kind' | 'sourceId' | 'before' | 'after' | 'credits' | 'reason'
>;

/** An invoice whose credits were granted. */
export interface GrantedInvoice {
  number: string;
  /** What it came to in US cents; customer balance may have covered a part of it. */
  total: number;
  /** The credits that it granted. */
  granted: number;
}

/**
 * The next step from the steps so far to what is reversed at the payment provider now: one refund or dispute at a time,
 * returns first. `undefined` where the steps agree with it.
 */
export function nextRefundStep(
  steps: readonly Pick<RefundStep, 'sourceId' | 'after' | 'credits'>[],
  { paid, reversals }: InvoiceReversals,
  { number, total, granted }: GrantedInvoice,
): RefundChange | undefined {
  const reversed = new Map(steps.map(({ sourceId, after }) => [sourceId, after]));
  const reversedOf = ({ id }: PaymentReversal) => reversed.get(id) ?? 0;
  const changed = reversals.filter((reversal) => reversal.amount !== reversedOf(reversal));
  const next = changed.find((reversal) => reversal.amount < reversedOf(reversal)) ?? changed[0];
  if (next === undefined) return undefined;
  const [before, after] = [reversedOf(next), next.amount];
  reversed.set(next.id, after);
  const taken = steps.reduce((total, { credits }) => total - credits, 0);
  return {
    n: steps.length + 1,
    kind: next.kind,
    sourceId: next.id,
    before,
    after,
    credits: taken - reversedCredits(granted, Math.max(paid, total), sum(reversed.values())),
    reason: reasonOf(next.kind, after - before, number),
  };
}

/**
 * The credits that money reversed from an invoice over `total` takes in all: its share of what the invoice granted, rounded
 * down, and everything for everything. It counts from the total, so that parts add up exactly and never exceed the grant.
 */
export function reversedCredits(granted: number, total: number, reversed: number): number {
  return reversed >= total ? granted : Math.floor((granted * reversed) / total);
}

function reasonOf(kind: RefundStep['kind'], change: number, invoice: string): string {
  const money = formatMoney(Math.abs(change) / CENTS, 'usd');
  if (kind === 'refund')
    return change > 0
      ? `Refund of ${money} for invoice ${invoice}`
      : `Refund of ${money} failed for invoice ${invoice}`;
  return change > 0
    ? `Dispute of ${money} for invoice ${invoice}`
    : `Dispute of ${money} won for invoice ${invoice}`;
}

function sum(amounts: Iterable<number>): number {
  return [...amounts].reduce((total, amount) => total + amount, 0);
}
