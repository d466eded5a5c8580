import type { TransactionView } from '#shared/schemas/billing/billing.ts';

/** The statuses of transactions as they are shown. */
export const TRANSACTION_STATUS: Readonly<Record<TransactionView['status'], string>> = {
  paid: 'Paid',
  open: 'Open',
  void: 'Void',
  refunded: 'Refunded',
  partially_refunded: 'Partially refunded',
  disputed: 'Disputed',
};
