import { z } from 'zod';
import { findDispute, findIntent, findRefund } from '../account.ts';
import { closeDispute, failRefund, openDispute, refundPayment } from '../reversals.ts';
import { disputeView, refundView } from '../views/reversal-views.ts';
import { accountRoute, cents, flag, listPage, pageParams } from './route.ts';

const newRefund = z.strictObject({
  payment_intent: z.string(),
  amount: cents.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

const newDispute = z.strictObject({ amount: cents.optional(), inquiry: flag.optional() });

const evidence = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: z.enum(['winning_evidence', 'losing_evidence']) }),
  submit: flag.optional(),
});

const ofPayment = z.strictObject({ payment_intent: z.string(), ...pageParams });

/** Refunds and disputes. Those of one payment are listed newest first, in pages. */
export const reversalRoutes = [
  accountRoute('POST /v1/refunds', newRefund, (account, { payment_intent, ...refund }) =>
    refundView(refundPayment(account, findIntent(account, 'payment', payment_intent), refund)),
  ),

  accountRoute('GET /v1/refunds', ofPayment, ({ state }, { payment_intent, ...page }) => {
    const refunds = state.refunds.filter(({ intent }) => intent === payment_intent).reverse();
    return listPage('/v1/refunds', refunds, page, refundView);
  }),

  // Lets a refund fail at the bank. The path does not exist at Stripe.
  accountRoute('POST /v1/refunds/:id/fail', z.unknown(), (account, _params, id) => {
    const refund = findRefund(account, id);
    failRefund(account, refund);
    return refundView(refund);
  }),

  // Opens a dispute. The path does not exist at Stripe.
  accountRoute('POST /v1/payment_intents/:id/dispute', newDispute, (account, details, id) =>
    disputeView(openDispute(account, findIntent(account, 'payment', id), details)),
  ),

  accountRoute('GET /v1/disputes', ofPayment, ({ state }, { payment_intent, ...page }) => {
    const disputes = state.disputes.filter(({ intent }) => intent === payment_intent).reverse();
    return listPage('/v1/disputes', disputes, page, disputeView);
  }),

  // Closes a dispute as won or lost by the evidence text, as Stripe's test mode does.
  accountRoute('POST /v1/disputes/:id', evidence, (account, { evidence }, id) => {
    const outcome = evidence.uncategorized_text === 'winning_evidence' ? 'won' : 'lost';
    return disputeView(closeDispute(account, findDispute(account, id), outcome));
  }),

  accountRoute('POST /v1/disputes/:id/close', z.unknown(), (account, _params, id) =>
    disputeView(closeDispute(account, findDispute(account, id), 'lost')),
  ),
];
