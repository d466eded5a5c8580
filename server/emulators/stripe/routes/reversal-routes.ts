import { z } from 'zod';
import type { Json, LocalDispute, LocalRefund } from '#server/emulators/stripe/account-state.ts';
import { ok, parseParams, view, type AccountHandler } from './account-routes.ts';
import {
  findDispute,
  findIntent,
  findRefund,
  type AccountContext,
} from '#server/emulators/stripe/account.ts';
import { invalidRequest } from '#server/emulators/stripe/stripe-api-error.ts';
import { listPage, pageParams } from './list-page.ts';
import { chargeView, disputeView, intentIdOf, refundView } from './reversal-views.ts';
import { closeDispute, failRefund, openDispute, refundPayment } from '#server/emulators/stripe/reversals.ts';

const cents = z.coerce.number().int();
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);

const newRefund = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: cents.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

export const createRefund: AccountHandler = (account, params) => {
  const { payment_intent, charge, ...refund } = parseParams(newRefund, params);
  const intent = findIntent(account, 'payment', payment_intent ?? intentIdOf(charge ?? ''));
  return ok(refundView(refundPayment(account, intent, refund)));
};

export const getRefund = view((account, id) => refundView(findRefund(account, id)));

export const listRefunds = listOf<LocalRefund>('/v1/refunds', ({ state }) => state.refunds, refundView);

/** Lets a refund fail at the bank. The path does not exist at Stripe. */
export const fail: AccountHandler = (account, _params, id) => {
  const refund = findRefund(account, id);
  failRefund(account, refund);
  return ok(refundView(refund));
};

export const getCharge = view((account, id) =>
  chargeView(account, findIntent(account, 'payment', intentIdOf(id))),
);

/** Opens a dispute. The path does not exist at Stripe. */
export const dispute: AccountHandler = (account, params, id) => {
  const details = parseParams(z.strictObject({ amount: cents.optional(), inquiry: flag.optional() }), params);
  return ok(disputeView(openDispute(account, findIntent(account, 'payment', id), details)));
};

export const getDispute = view((account, id) => disputeView(findDispute(account, id)));

export const listDisputes = listOf<LocalDispute>('/v1/disputes', ({ state }) => state.disputes, disputeView);

const evidence = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: z.enum(['winning_evidence', 'losing_evidence']) }),
  submit: flag.optional(),
});

/** Closes a dispute as won or lost by the evidence text, as Stripe's test mode does. */
export const submitEvidence: AccountHandler = (account, params, id) => {
  const { uncategorized_text: text } = parseParams(evidence, params).evidence;
  return close(account, id, text === 'winning_evidence' ? 'won' : 'lost');
};

export const acceptDispute: AccountHandler = (account, _params, id) => close(account, id, 'lost');

function close(account: AccountContext, id: string, outcome: 'won' | 'lost') {
  const found = findDispute(account, id);
  closeDispute(account, found, outcome);
  return ok(disputeView(found));
}

const ofPayment = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  ...pageParams,
});

/** Creates a handler that lists the refunds or disputes of one payment, newest first, in pages. */
function listOf<T extends { id: string; intent: string }>(
  url: string,
  all: (account: AccountContext) => T[],
  toView: (entry: T) => Json,
): AccountHandler {
  return (account, params) => {
    const { payment_intent, charge, ...page } = parseParams(ofPayment, params);
    if (payment_intent === undefined && charge === undefined)
      throw invalidRequest('The local Stripe lists by payment_intent or charge.', 'parameter_missing');
    const intent = payment_intent ?? intentIdOf(charge ?? '');
    const newestFirst = all(account)
      .filter((entry) => entry.intent === intent)
      .reverse();
    return ok(listPage({ url, newestFirst, page, toView: toView }));
  };
}
