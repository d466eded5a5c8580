import { Router, type Response } from 'express';
import { z, type ZodType } from 'zod';
import { AppError, notFound } from '#server/lib/errors.ts';
import type { LocalStripe } from './local-stripe.ts';

const cents = z.int().positive().optional();
const refundInput = z.strictObject({ invoice: z.string(), amount: cents });
const metadata = z.record(z.string(), z.string()).optional();
const creditInput = z.strictObject({ customer: z.string(), amount: z.int().positive(), metadata });
const disputeInput = z.strictObject({ invoice: z.string(), amount: cents, inquiry: z.boolean().optional() });

/**
 * Routes for actions outside of Hark: refunds and credit from the dashboard, failed refunds, and disputes with their
 * outcome. Amounts are cents and default to the full payment.
 */
export function createDashboardRouter(stripe: LocalStripe): Router {
  const router = Router();

  async function post(res: Response, path: string, params: object): Promise<void> {
    const { status, body } = await stripe.call({ method: 'POST', path, params });
    res.status(status).json(body);
  }

  router.post('/refunds', async (req, res) => {
    const { invoice, ...refund } = input(refundInput, req.body);
    await post(res, '/v1/refunds', { payment_intent: await intentOf(stripe, invoice), ...refund });
  });
  router.post('/refunds/:id/fail', (req, res) => post(res, `/v1/refunds/${req.params.id}/fail`, {}));

  router.post('/credit', async (req, res) => {
    const { customer, amount, metadata } = input(creditInput, req.body);
    const params = { amount: -amount, currency: 'usd', metadata };
    await post(res, `/v1/customers/${customer}/balance_transactions`, params);
  });

  router.post('/disputes', async (req, res) => {
    const { invoice, ...dispute } = input(disputeInput, req.body);
    await post(res, `/v1/payment_intents/${await intentOf(stripe, invoice)}/dispute`, dispute);
  });
  router.post('/disputes/:id/win', (req, res) =>
    post(res, `/v1/disputes/${req.params.id}`, { evidence: { uncategorized_text: 'winning_evidence' } }),
  );
  router.post('/disputes/:id/lose', (req, res) => post(res, `/v1/disputes/${req.params.id}/close`, {}));
  return router;
}

function input<T>(schema: ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (!result.success) throw new AppError('INVALID_INPUT', z.prettifyError(result.error));
  return result.data;
}

async function intentOf(stripe: LocalStripe, invoiceId: string): Promise<string> {
  const found = await stripe.invoice(invoiceId);
  if (found === undefined) throw notFound('Invoice');
  if (found.invoice.intent === null) throw notFound('A card payment of this invoice');
  return found.invoice.intent;
}
