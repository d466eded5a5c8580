import express, { Router, type Request, type Response } from 'express';
import { z } from 'zod';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { parseInput } from '#server/platform/trpc/invalid-input.ts';
import { createInvoicePages } from './hosted-payment.ts';
import { UNAUTHORIZED, type LocalStripe } from './local-stripe.ts';

/** Paths that a browser may request with an intent's client secret: retrieve, confirm, authenticate. */
const BROWSER_PATH = /^\/v1\/(?:payment|setup)_intents\/(\w+)(?:\/confirm|\/authenticate)?$/;

const credentials = z.object({ key: z.string(), client_secret: z.string() });
const advanceInput = z.strictObject({ email: z.string(), days: z.number().min(0).max(3_660) });
const cents = z.int().positive().optional();
const refundInput = z.strictObject({ invoice: z.string(), amount: cents });
const metadata = z.record(z.string(), z.string()).optional();
const creditInput = z.strictObject({ customer: z.string(), amount: z.int().positive(), metadata });
const disputeInput = z.strictObject({ invoice: z.string(), amount: cents, inquiry: z.boolean().optional() });
const discountInput = z.strictObject({ percent: z.int().min(0).max(100) });
const cancelInput = z.strictObject({ at: z.union([z.literal(''), z.int().positive()]) });

/**
 * Creates the router for /local/stripe: the API of the browser, invoice pages that also take payments, `POST /advance {email, days}`, which
 * advances a customer's clock, and `/dashboard` for refunds and disputes.
 */
export function createLocalStripeRouter(stripe: LocalStripe, publishableKey: string): Router {
  const router = Router();
  router.use(express.json({ inflate: false }));

  router.use('/v1', async (req: Request, res: Response) => {
    const path = `/v1${req.path}`;
    const { key, client_secret, ...params } = { ...req.query, ...(req.body as object | undefined) } as Record<
      string,
      unknown
    >;
    const parsed = credentials.safeParse({ key, client_secret });
    const id = BROWSER_PATH.exec(path)?.[1];
    const allowed =
      parsed.success &&
      parsed.data.key === publishableKey &&
      id === parsed.data.client_secret.split('_secret_')[0];
    const reply = allowed
      ? await stripe.callWithSecret(parsed.data.client_secret, { method: req.method, path, params })
      : UNAUTHORIZED;
    res.status(reply.status).json(reply.body);
  });

  router.use('/dashboard', createDashboardRouter(stripe));

  router.post('/advance', async (req, res) => {
    const input = advanceInput.safeParse(req.body);
    if (!input.success) throw new AppError('INVALID_INPUT', 'Send {"email": "name@example.com", "days": 30}');
    const customers = await stripe.advance(input.data.email, input.data.days);
    if (customers === 0) throw notFound('Customer');
    res.json({ customers, days: input.data.days });
  });

  router.use('/invoices', createInvoicePages(stripe));

  return router;
}

/**
 * Routes for actions outside of Hark: refunds and credit from the dashboard, failed refunds, and disputes with their
 * outcome. Amounts are cents and default to the full payment.
 */
function createDashboardRouter(stripe: LocalStripe): Router {
  const router = Router();

  async function post(res: Response, path: string, params: object): Promise<void> {
    const { status, body } = await stripe.call({ method: 'POST', path, params });
    res.status(status).json(body);
  }

  router.post('/refunds', async (req, res) => {
    const { invoice, ...refund } = parseInput(refundInput, req.body);
    await post(res, '/v1/refunds', { payment_intent: await intentOf(stripe, invoice), ...refund });
  });
  router.post('/refunds/:id/fail', (req, res) => post(res, `/v1/refunds/${req.params.id}/fail`, {}));

  router.post('/credit', async (req, res) => {
    const { customer, amount, metadata } = parseInput(creditInput, req.body);
    const params = { amount: -amount, currency: 'usd', metadata };
    await post(res, `/v1/customers/${customer}/balance_transactions`, params);
  });

  // The customer portal cancels with `cancel_at` alone; `at` is in seconds, an empty text removes the cancellation.
  router.post('/subscriptions/:id/cancel', (req, res) => {
    const { at } = parseInput(cancelInput, req.body);
    return post(res, `/v1/subscriptions/${req.params.id}`, { cancel_at: at });
  });

  router.post('/subscriptions/:id/discount', (req, res) => {
    const path = `/v1/subscriptions/${req.params.id}/discount`;
    return post(res, path, { percent_off: parseInput(discountInput, req.body).percent });
  });

  router.post('/customers/:id/delete', async (req, res) => {
    const path = `/v1/customers/${req.params.id}`;
    const { status, body } = await stripe.call({ method: 'DELETE', path, params: {} });
    res.status(status).json(body);
  });

  router.post('/disputes', async (req, res) => {
    const { invoice, ...dispute } = parseInput(disputeInput, req.body);
    await post(res, `/v1/payment_intents/${await intentOf(stripe, invoice)}/dispute`, dispute);
  });
  router.post('/disputes/:id/win', (req, res) =>
    post(res, `/v1/disputes/${req.params.id}`, { evidence: { uncategorized_text: 'winning_evidence' } }),
  );
  router.post('/disputes/:id/lose', (req, res) => post(res, `/v1/disputes/${req.params.id}/close`, {}));
  return router;
}

async function intentOf(stripe: LocalStripe, invoiceId: string): Promise<string> {
  const intent = (await stripe.invoice(invoiceId))?.intent;
  if (intent === undefined) throw notFound('A card payment of this invoice');
  return intent.id;
}
