import { formatMoney } from '#shared/formats.ts';
import type { InvoiceReversals, PaymentReversal } from '#server/providers/payments/port.ts';
import type { RefundStep } from './refund-step-store.ts';

const CENTS = 100;

/** The computed fields of a refund step. */
export type RefundChange = Pick<
  RefundStep,
  'n' | 'kind' | 'sourceId' | 'before' | 'after' | 'credits' | 'reason'
>;

/** An invoice whose credits were granted. */
export interface GrantedInvoice {
  number: string;
  /** Total in US cents, including any part paid from customer balance. */
  total: number;
  /** Credits granted for it. */
  granted: number;
}

/**
 * Returns the next refund step towards the current state at the payment provider, one refund or dispute at a time,
 * returns first; `undefined` if the steps match that state.
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
 * Returns the credits for `reversed` cents of an invoice over `total`: the proportional share, rounded down; all for
 * all. Computed from the sum of all reversals, so that parts add up exactly and never exceed the grant.
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
