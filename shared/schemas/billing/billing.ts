import { z } from 'zod';
import { PLAN_IDS } from '#shared/plans.ts';
import { listPageInput, nextPage } from '#shared/schemas/list-cursor.ts';
import { optional } from '#shared/schemas/options.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** An entry of the plan catalogue. */
export const productSchema = z.object({
  id: z.string().describe('The product’s id at the payment provider'),
  active: z.boolean(),
  name: z.string(),
  plan_id: z.enum(PLAN_IDS),
  default_price: z.string().describe('The monthly price’s id at the payment provider'),
  amount: z.int().describe('US dollars a month'),
  currency: z.literal('usd'),
  interval: z.literal('month'),
  benefits: z.object({
    assignedCredits: z.int(),
    creditsPerCall: z.int(),
    creditsPerMessage: z.int(),
    creditsPerExtraCall: z.int(),
    creditsPerExtraMessage: z.int(),
  }),
});
export const productsOutput = z.object({ products: z.array(productSchema) });

export const tokenOutput = z.object({
  publishableKey: z.string().describe('The public key that the card payment client is loaded with'),
});

const providerId = z.string().max(255);
/** An object id at the payment provider; restricted, because it becomes part of a URL path. */
export const objectId = providerId.regex(/^\w+$/, 'This is no id');
const planRef = z.string().min(1, 'Choose a plan').max(64).describe('A plan’s id or its product’s id');
/** The customer, as documented clients send it. Always the caller; another customer is rejected. */
export const payerInput = z.object({
  email: optional(z.string().max(254)).describe('Not needed: the caller’s own is used'),
  customerId: optional(providerId).describe('The caller’s customer id, where known'),
});

export const paymentIntentInput = payerInput.extend({ productId: planRef }).strict();
export const paymentIntentOutput = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  customerId: z.string(),
  subscriptionId: z.string(),
});

export const finishPaymentInput = payerInput
  .extend({
    planId: optional(planRef).describe('What was paid decides; this is for the caller’s own records'),
    paymentIntentId: objectId.describe('The payment that succeeded'),
  })
  .strict();
export const subscribedOutput = z.object({
  success: z.literal(true),
  subscriptionId: z.string(),
  planId: z.enum(PLAN_IDS),
  balance: z.int().describe('Credits that can be spent now'),
  orderNumber: z.string().describe('The number of the invoice'),
});

export const confirmPaymentInput = z.strictObject({
  paymentIntentId: objectId,
  paymentMethodId: objectId.describe('One of the caller’s saved cards'),
  subscriptionId: optional(providerId).describe('Not needed: the payment decides'),
});
/** Result of a payment with a saved card; a decline is a result, not an error. */
export const confirmPaymentOutput = z.object({
  success: z.boolean(),
  requiresAction: z.boolean(),
  error: z.string().nullable().describe('What the payment provider says, for a person'),
  paymentIntent: z.object({ id: z.string() }),
});

/** The customer; the caller if omitted. */
export const customerRef = z
  .object({ id: optional(providerId).describe('The caller’s uid or customer id') })
  .default({});
/** The input of a change without further fields. */
export const ownChangeInput = customerRef.unwrap().strict().default({});
export const userRef = z
  .object({ userId: providerId.optional().describe('The caller’s uid or customer id') })
  .default({});

export const SUBSCRIPTION_STATUSES = ['none', 'incomplete', 'active', 'past_due', 'canceled'] as const;
export const subscriptionOutput = z.object({
  subscriptionId: z.string().nullable().describe('Null unless the subscription is active'),
  planId: z.string(),
  planName: z.string(),
  amount: z.int().describe('US dollars a month'),
  status: z.enum(SUBSCRIPTION_STATUSES),
  current_period_end: isoTime.nullable().describe('ISO time of the next renewal or of the end'),
  cancel_at_period_end: z.boolean().describe('Whether the plan is cancelled and ends at `cancel_at`'),
  cancel_at: isoTime.nullable().describe('ISO time at which a cancelled plan ends; null otherwise'),
  unpaid_invoice_id: z.string().nullable().describe('While past_due: the invoice of the renewal to be paid'),
});
export type SubscriptionView = z.infer<typeof subscriptionOutput>;

export const paymentMethodSchema = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
});
export type PaymentMethodView = z.infer<typeof paymentMethodSchema>;
export const paymentMethodsOutput = z.object({ payment_methods: z.array(paymentMethodSchema) });
export const defaultPaymentMethodOutput = z.object({ payment_method: paymentMethodSchema.nullable() });

export const updatePaymentMethodInput = z.strictObject({
  paymentMethodId: objectId.describe('One of the caller’s saved cards'),
});
/** `payment` is the result of paying an unpaid renewal with the new card. */
export const updatePaymentMethodOutput = z.object({
  success: z.literal(true),
  payment_method: paymentMethodSchema,
  payment: z.enum(['none', 'paid', 'requires_action', 'declined']),
  error: z.string().nullable(),
  clientSecret: z.string().nullable().describe('With requires_action: what the browser authenticates'),
});

export const payInvoiceInput = customerRef
  .unwrap()
  .extend({
    invoiceId: objectId.describe('The open invoice of a renewal of the caller'),
    paymentMethodId: optional(objectId).describe(
      'One of the caller’s saved cards; the default one if omitted',
    ),
  })
  .strict();
export const payInvoiceOutput = z.object({
  success: z.boolean(),
  payment_method: paymentMethodSchema.nullable().describe('The card; null if the invoice was paid before'),
  payment: z.enum(['paid', 'requires_action', 'declined']),
  error: z.string().nullable().describe('What the payment provider says, for a person'),
  clientSecret: z.string().nullable().describe('With requires_action: what the browser authenticates'),
});

export const removePaymentMethodInput = customerRef
  .unwrap()
  .extend({
    paymentMethodId: objectId.describe('One of the caller’s saved cards'),
  })
  .strict();
export const removePaymentMethodOutput = z.object({ success: z.literal(true) });

/** The next charge of the caller's plan, as the payment provider computes it; null if the plan does not renew. */
export const nextPaymentOutput = z.object({
  next: z
    .object({ amount: z.number().describe('US dollars'), tax: z.number().describe('The tax in it') })
    .nullable(),
});

export const TRANSACTION_STATUSES = [
  'paid',
  'open',
  'void',
  'refunded',
  'partially_refunded',
  'disputed',
] as const;

const seconds = z.int().describe('Seconds since the epoch');

/** A refund or dispute of an invoice. */
const transactionReversalSchema = z.object({
  id: z.string(),
  kind: z.enum(['refund', 'dispute']),
  timestamp: seconds,
  amount: z.number().describe('US dollars refunded or disputed'),
  reversed_amount: z.number().describe('US dollars of them taken back now: 0 once it failed or was won'),
});
export type TransactionReversal = z.infer<typeof transactionReversalSchema>;

/** A paid or failed invoice of the caller. */
export const transactionSchema = z.object({
  id: z.string(),
  timestamp: z.int().describe('When it was paid, else issued: seconds since the epoch'),
  invoice_date: seconds.describe('When it was issued: seconds since the epoch'),
  amount: z.number().describe('The total in US dollars'),
  amount_due: z
    .number()
    .describe('US dollars that the card is charged: less than `amount` where account balance pays a part'),
  currency: z.literal('usd'),
  status: z.enum(TRANSACTION_STATUSES).describe('As Stripe names it'),
  plan_name: z.string().describe('The plan that it pays for, or the credits: `10,000 credits`'),
  invoice_id: z.string(),
  invoice_number: z.string(),
  receipt_url: z.string().nullable().describe('The receipt as a page'),
  receipt_file_url: z.string().nullable().describe('The receipt as a file'),
  reversals: z.array(transactionReversalSchema).describe('Refunds and disputes, oldest first'),
});
export type TransactionView = z.infer<typeof transactionSchema>;
export const transactionsOutput = z.object({ transactions: z.array(transactionSchema) });

/** Filter of the transactions. */
export const transactionYearFilter = z
  .object({
    year: z.coerce.number().int().min(2000).max(9999).optional().describe('Only invoices of this UTC year'),
  })
  .prefault({});
export const transactionPageInput = listPageInput.extend(transactionYearFilter.unwrap().shape).prefault({});
export const transactionPageOutput = transactionsOutput.extend({
  next: nextPage,
  years: z.array(z.int()).nullable().describe('All years with invoices, latest first; null on later pages'),
});

export const cardSetupOutput = z.object({ clientSecret: z.string() });

const callCount = z.int().min(0);
const periodCalls = z.object({
  delivered: callCount.describe('Calls delivered'),
  held: callCount.describe('Calls on hold'),
});

/** The calls of the current billing period, and how many there will be at the present pace. */
const periodUsageSchema = z.object({
  plan_id: z.enum(PLAN_IDS),
  period_start: z.string().describe('ISO time'),
  period_end: z.string().describe('ISO time'),
  allowance: callCount.describe('Calls at the regular price in a period'),
  allowance_calls: periodCalls,
  extra_calls: periodCalls,
  credits: callCount.describe('Credits deducted for the delivered calls'),
  forecast: z
    .object({ calls: callCount, extra_calls: callCount, credits: callCount })
    .describe('The whole period at the pace of its days so far; calls on hold count as made'),
});
export type PeriodUsageView = z.infer<typeof periodUsageSchema>;
/** Null without a plan that runs. */
export const periodUsageOutput = z.object({ usage: periodUsageSchema.nullable() });
