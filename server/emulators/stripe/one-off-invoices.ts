import type { LocalInvoice } from './account-state.ts';
import { billedTo, newObjectId, recordEvent, type AccountContext } from './account.ts';
import { amountDue, applyBalance } from './customer-balance.ts';
import { markPaid, openIntent } from './payments.ts';
import { invalidRequest } from './stripe-api-error.ts';
import { nextNumber } from './subscriptions.ts';
import { invoiceView } from './views/invoice-views.ts';

/** Creates an empty draft of an invoice beside a subscription. */
export function draftInvoice(account: AccountContext, metadata: Record<string, string>): LocalInvoice {
  const { state, now } = account;
  const invoice: LocalInvoice = {
    id: newObjectId('in', state),
    number: nextNumber(account),
    subscription: null,
    reason: 'manual',
    status: 'draft',
    price: { id: newObjectId('price', state), product: '', amount: 0, lookupKey: '', created: now },
    metadata,
    billedTo: billedTo(state.customer),
    periodStart: now,
    periodEnd: now,
    intent: null,
    startingBalance: 0,
    endingBalance: 0,
    created: now,
    attemptCount: 0,
    nextAttemptAt: null,
    paidAt: null,
    voidedAt: null,
  };
  state.invoices.push(invoice);
  recordEvent(account, 'invoice.created', invoiceView(account, invoice));
  return invoice;
}

/** Sets what a draft is for. Throws for an invoice that is final, and for a second item. */
export function describeInvoice(invoice: LocalInvoice, amount: number, description: string): void {
  assertDraft(invoice);
  if (invoice.description !== undefined)
    throw invalidRequest('The local Stripe has one item an invoice.', 'parameter_invalid');
  invoice.price.amount = amount;
  invoice.description = description;
}

/** Makes a draft final: it can be paid then, and the balance of its customer may pay it at once. */
export function finalizeInvoice(account: AccountContext, invoice: LocalInvoice): void {
  assertDraft(invoice);
  invoice.status = 'open';
  Object.assign(invoice, applyBalance(account, invoice.id, invoice.price.amount));
  const amount = amountDue(invoice);
  if (amount > 0) invoice.intent = openIntent(account, 'payment', { id: invoice.id, amount }).id;
  recordEvent(account, 'invoice.finalized', invoiceView(account, invoice));
  if (invoice.intent === null) markPaid(account, invoice);
}

function assertDraft({ status }: LocalInvoice): void {
  if (status !== 'draft') throw invalidRequest('This invoice is already finalized.', 'invoice_not_editable');
}
