import type { Fault } from '../fault.ts';

const REFUNDS = ['server/features/billing/refunds/refunds.long.test.ts'];
const BALANCE = ['server/features/billing/invoices/customer-balance.int.test.ts'];
const STATUS = ['server/features/billing/invoices/transaction-status.int.test.ts'];
const STEPS = ['server/features/billing/refunds/next-refund-step.test.ts'];
const DECIDED = [
  'server/features/billing/invoices/invoice-decisions.int.test.ts',
  'server/features/billing/invoices/granting-invoices.int.test.ts',
];
const PAYING = ['server/features/billing/checkout/checkout.int.test.ts'];
const KEYS = ['server/features/billing/checkout/idempotent-payments.int.test.ts'];
const RECORDS = ['server/features/billing/billing-records.int.test.ts'];
const CRASHES = [
  'server/features/billing/invoices/invoice-decision-crashes.long.test.ts',
  'server/features/billing/billing-crashes.long.test.ts',
];
const LIFE = ['server/features/billing/subscriptions/subscription-lifecycle.long.test.ts'];
const CONTRACT = ['server/emulators/stripe/local-stripe.int.test.ts'];
const UNIT = ['server/providers/payments/'];

/** Payments and credits: faults that grant twice or never, or keep money that must be refunded. */
export const BILLING_FAULTS: readonly Fault[] = [
  {
    file: 'server/features/billing/invoices/settle-invoice.ts',
    find: "if (reason === 'other' || !isGrantable(deps, invoice)) return 'nothing';",
    replace: "if (!isGrantable(deps, invoice)) return 'nothing';",
    tests: DECIDED,
  },
  {
    file: 'server/features/billing/invoices/settle-invoice.ts',
    find: "if (reason === 'other' || !isGrantable(deps, invoice)) return 'nothing';",
    replace: "if (reason === 'other') return 'nothing';",
    tests: DECIDED,
  },
  {
    file: 'server/features/billing/invoices/settle-invoice.ts',
    find: "return (await electSubscription(deps, uid, subscriptionId)) ? 'grant' : 'refund';",
    replace: "await electSubscription(deps, uid, subscriptionId);\n  return 'grant';",
    tests: DECIDED,
  },
  {
    file: 'server/features/billing/invoices/settle-invoice.ts',
    find: 'await syncSubscription(deps, subscriptionId);',
    replace: '',
    tests: DECIDED,
  },
  {
    file: 'server/features/billing/invoices/settle-invoice.ts',
    find: 'await deps.gateway.refundInvoice(invoiceId, `refund:${invoiceId}`);',
    replace: '',
    tests: REFUNDS,
  },
  {
    file: 'server/features/billing/invoices/settle-invoice.ts',
    find: 'await deps.gateway.cancelNow(subscriptionId);',
    replace: '',
    tests: DECIDED,
  },
  {
    file: 'server/features/billing/invoices/settle-invoice.ts',
    find: 'const decision = await deps.records.decide(invoiceId, proposal);',
    replace: 'const decision = proposal;',
    tests: CRASHES,
  },
  {
    file: 'server/features/billing/refunds/reconcile-refunds.ts',
    find: 'if (last !== undefined && last.doneAt === undefined) {',
    replace: 'if (last !== undefined && last.n < 0) {',
    tests: REFUNDS,
  },
  {
    file: 'server/features/billing/refunds/reconcile-refunds.ts',
    find: 'if (change === undefined) return steps.length === found;',
    replace: 'if (change === undefined) return true;',
    tests: REFUNDS,
  },
  {
    file: 'server/features/billing/refunds/reconcile-refunds.ts',
    find: "if (settlement === 'refunded') await retryOwnRefund(deps, invoiceId);",
    replace: '',
    tests: REFUNDS,
  },
  {
    file: 'server/features/billing/refunds/next-refund-step.ts',
    find: 'Math.max(paid, total)',
    replace: 'paid',
    tests: [...STEPS, ...REFUNDS],
  },
  {
    file: 'server/features/billing/refunds/next-refund-step.ts',
    find: 'Math.floor((granted * reversed) / total)',
    replace: 'Math.ceil((granted * reversed) / total)',
    tests: STEPS,
  },
  {
    file: 'server/features/billing/refunds/next-refund-step.ts',
    find: 'changed.find((reversal) => reversal.amount < reversedOf(reversal)) ?? changed[0]',
    replace: 'changed[0]',
    tests: STEPS,
  },
  {
    file: 'server/features/billing/refunds/reconcile-refunds.ts',
    find: 'if (reversed >= paid) {',
    replace: 'if (reversed > 0) {',
    tests: BALANCE,
  },
  {
    file: 'server/features/billing/refunds/reconcile-refunds.ts',
    find: 'if (failed >= MAX_FAILED) {',
    replace: 'if (failed > MAX_FAILED) {',
    tests: REFUNDS,
  },
  {
    file: 'server/features/billing/events/handle-event.ts',
    find: "(await handleInvoiceEvent(deps, subject.id)) && event.type === 'invoice.paid')",
    replace: "(await handleInvoiceEvent(deps, subject.id)) && event.type === 'invoice.voided')",
    tests: ['server/features/billing/billing-crashes.long.test.ts'],
  },
  {
    file: 'server/features/billing/events/handle-event.ts',
    find: 'if (CAN_CHANGE.includes(await reconcilePayment(deps, subject.id))) return;',
    replace: 'await reconcilePayment(deps, subject.id);',
    tests: REFUNDS,
  },
  {
    file: 'server/features/billing/events/handle-event.ts',
    find: 'if (failures === 0) await deps.events.saveSweptUntil(startedAt);',
    replace: 'await deps.events.saveSweptUntil(startedAt);',
    tests: ['server/features/billing/billing-crashes.long.test.ts'],
  },
  {
    file: 'server/features/billing/billing-records.ts',
    find: 'updateOne({ _id: invoiceId, decision: { $exists: false } }',
    replace: 'updateOne({ _id: invoiceId }',
    tests: CRASHES,
  },
  {
    file: 'server/features/billing/billing-records.ts',
    find: 'const filter = { _id: id, revision: revision ?? { $exists: false } };',
    replace: 'const filter = { _id: id };',
    tests: RECORDS,
  },
  {
    file: 'server/features/billing/billing-account-store.ts',
    find: '{ _id: uid, liveSubscriptionId: subscriptionId },',
    replace: '{ _id: uid },',
    tests: DECIDED,
  },
  {
    file: 'server/features/billing/checkout/open-checkout.ts',
    find: 'if (same) return { ...payment, customerId };',
    replace: 'return { ...payment, customerId };',
    tests: PAYING,
  },
  {
    file: 'server/features/billing/checkout/open-checkout.ts',
    find: 'await assertNotSubscribed(deps, account);',
    replace: '',
    tests: PAYING,
  },
  {
    file: 'server/features/billing/checkout/open-checkout.ts',
    find: 'key: `checkout:${uid}:${String(n)}${replaced}`',
    replace: 'key: `checkout:${uid}:${String(Math.random())}`',
    tests: ['server/features/billing/billing-crashes.long.test.ts', ...PAYING],
  },
  {
    file: 'server/features/billing/checkout/finish-payment.ts',
    find: ' || !isCustomerOf(account, intent.customerId)',
    replace: '',
    tests: [...PAYING, ...KEYS],
  },
  {
    file: 'server/features/billing/checkout/finish-payment.ts',
    find: "if (settlement === 'refunded') throw refundedError();",
    replace: '',
    tests: [...PAYING, ...DECIDED],
  },
  {
    file: 'server/features/billing/checkout/pay-with-saved-card.ts',
    find: 'if (card === undefined) throw noSuchCard();\n  return card;',
    replace: 'return card ?? { id: cardId, brand: "", last4: "", expMonth: 1, expYear: 2030 };',
    tests: PAYING,
  },
  {
    file: 'server/features/billing/checkout/idempotent-payments.ts',
    find: ' && live !== before',
    replace: '',
    tests: KEYS,
  },
  {
    file: 'server/features/billing/transactions/present-transactions.ts',
    find: 'refunded >= total',
    replace: 'refunded > 0',
    tests: STATUS,
  },
  {
    file: 'server/features/billing/present-billing.ts',
    find: "status === 'active' && !(end !== undefined && end <= now)",
    replace: "status === 'active'",
    tests: LIFE,
  },
  {
    file: 'server/providers/payments/stripe-mapping.ts',
    find: 'parent?.subscription_item_details?.proration === false',
    replace: "parent?.type === 'subscription_item_details'",
    tests: UNIT,
  },
  {
    file: 'server/providers/payments/stripe-mapping.ts',
    find: "billingReason === 'subscription_update' && planLines.length > 0",
    replace: "billingReason === 'subscription_update'",
    tests: UNIT,
  },
  {
    file: 'server/providers/payments/stripe-payments.ts',
    find: "const RETURNED = ['charge_already_refunded', 'charge_disputed', 'refund_disputed_payment'];",
    replace: "const RETURNED = ['charge_disputed', 'refund_disputed_payment'];",
    tests: CONTRACT,
  },
  {
    file: 'server/providers/payments/stripe-payments.ts',
    find: 'await returnToBalance(stripe, invoiceId, `${key}:balance`);',
    replace: '',
    tests: CONTRACT,
  },
  {
    file: 'server/providers/payments/stripe-reversals.ts',
    find: 'payment.returned.reduce((cents, { amount }) => cents - amount, payment.paid)',
    replace: 'payment.paid',
    tests: CONTRACT,
  },
  {
    file: 'server/providers/payments/stripe-reversals.ts',
    find: "amount: WITHOUT_EFFECT.includes(status ?? '') ? 0 : amount,",
    replace: 'amount,',
    tests: CONTRACT,
  },
  {
    file: 'server/providers/payments/stripe-reversals.ts',
    find: 'if (!comparable) return intent.amount_received;',
    replace: 'if (!comparable) return amount;',
    tests: UNIT,
  },
];
