import { csvExample, type Examples } from './example.ts';

const CARD = {
  id: 'pm_VkVcm4zF6twtJ9ug',
  card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
};
const INTENT = 'pi_VkVcm4zF6twtUyyH';
const SUBSCRIPTION = {
  subscriptionId: 'sub_VkVcm4zF6twt2Uby',
  planId: 'launch',
  planName: 'Launch',
  amount: 200,
  status: 'active',
  current_period_end: '2026-05-01T09:00:00.000Z',
  cancel_at_period_end: false,
  cancel_at: null,
  unpaid_invoice_id: null,
};
const SUBSCRIBED = {
  success: true,
  subscriptionId: 'sub_VkVcm4zF6twt2Uby',
  planId: 'launch',
  balance: 20_000,
  orderNumber: 'VKVCM4ZF-0001',
};
const TRANSACTION = {
  id: 'in_VkVcm4zF6twt95R9',
  timestamp: 1_775_034_000,
  invoice_date: 1_775_033_998,
  amount: 200,
  amount_due: 200,
  currency: 'usd',
  status: 'paid',
  plan_name: 'Launch',
  invoice_id: 'in_VkVcm4zF6twt95R9',
  invoice_number: 'VKVCM4ZF-0001',
  receipt_url: 'https://pay.stripe.com/receipts/1',
  receipt_file_url: 'https://pay.stripe.com/receipts/1/pdf',
  reversals: [],
};
const BENEFITS = {
  assignedCredits: 20_000,
  creditsPerCall: 50,
  creditsPerMessage: 5,
  creditsPerExtraCall: 65,
  creditsPerExtraMessage: 7,
};

/** Examples of plans, payments, cards and invoices. */
export const BILLING_EXAMPLES: Examples = {
  'billing.products': {
    response: {
      products: [
        {
          id: 'prod_hark_launch',
          active: true,
          name: 'Launch',
          plan_id: 'launch',
          default_price: 'price_084c55aeea3f0a19',
          amount: 200,
          currency: 'usd',
          interval: 'month',
          benefits: BENEFITS,
        },
      ],
    },
  },
  'billing.token': { response: { publishableKey: 'pk_live_51H8a2B3c4D5' } },
  'billing.createPaymentIntent': {
    request: { productId: 'prod_hark_launch' },
    response: {
      clientSecret: `${INTENT}_secret_1zqBDB`,
      paymentIntentId: INTENT,
      customerId: 'cus_VkVcm4zF6twt',
      subscriptionId: 'sub_VkVcm4zF6twt2Uby',
    },
  },
  'billing.confirmPayment': {
    request: { paymentIntentId: INTENT, paymentMethodId: CARD.id },
    response: { success: true, requiresAction: false, error: null, paymentIntent: { id: INTENT } },
  },
  'billing.createSubscriptionAfterPayment': { request: { paymentIntentId: INTENT }, response: SUBSCRIBED },
  'billing.createSubscription': { request: { productId: 'prod_hark_launch' }, response: SUBSCRIBED },
  'billing.paymentMethods': { response: { payment_methods: [CARD] } },
  'billing.defaultPaymentMethod': { response: { payment_method: CARD } },
  'billing.updatePaymentMethod': {
    request: { paymentMethodId: CARD.id },
    response: { success: true, payment_method: CARD, payment: 'none', error: null, clientSecret: null },
  },
  'billing.removePaymentMethod': { response: { success: true } },
  'billing.payOpenInvoice': {
    request: { paymentMethodId: CARD.id },
    response: { success: true, payment_method: CARD, payment: 'paid', error: null, clientSecret: null },
  },
  'billing.buyCredits': {
    request: { credits: 10_000 },
    response: {
      success: true,
      payment_method: CARD,
      payment: 'paid',
      error: null,
      clientSecret: null,
      paymentIntentId: null,
      balance: 30_000,
    },
  },
  'billing.buyPacks': {
    request: { packs: 1 },
    response: { success: true, credits: 10_000, balance: 30_000, invoice_id: TRANSACTION.invoice_id },
  },
  'billing.finishPurchase': {
    request: { paymentIntentId: INTENT },
    response: { success: true, balance: 30_000 },
  },
  'billing.subscription': { response: SUBSCRIPTION },
  'billing.cancelPlan': {
    response: {
      success: true,
      ...SUBSCRIPTION,
      cancel_at_period_end: true,
      cancel_at: SUBSCRIPTION.current_period_end,
    },
  },
  'billing.keepPlan': { response: { success: true, ...SUBSCRIPTION } },
  'billing.transactions': { response: { transactions: [TRANSACTION], next: null, years: [2026] } },
  'billing.subscriptionTransactions': { response: { transactions: [TRANSACTION] } },
  'billing.downloadTransactions': {
    request: { year: 2026 },
    response: csvExample({
      'Invoice number': 'H-0001',
      'Invoice date (UTC)': '04-01-2026 09:00 AM',
      'Paid on (UTC)': '04-01-2026 09:00 AM',
      Plan: 'Launch',
      Status: 'Paid',
      Currency: 'USD',
      Amount: '200.00',
      Refunded: '0.00',
      'Refund dates (UTC)': '',
      Disputed: '0.00',
      'Dispute dates (UTC)': '',
      Net: '200.00',
      Receipt: 'https://invoice.stripe.com/i/in_VkVcm4zF6twt95R9',
      PDF: 'https://invoice.stripe.com/i/in_VkVcm4zF6twt95R9/pdf',
    }),
  },
};
