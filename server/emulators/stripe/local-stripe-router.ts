import express, { Router, type Request, type Response } from 'express';
import { z } from 'zod';
import { AppError, notFound } from '#server/lib/errors.ts';
import { invoiceLines, invoicePage, invoiceTitle } from './invoice-page.ts';
import { createDashboardRouter } from './dashboard-router.ts';
import { UNAUTHORIZED, type LocalStripe } from './local-stripe.ts';
import { textPdf } from './text-pdf.ts';

/** Paths that a browser may request with an intent's client secret: retrieve, confirm, authenticate. */
const BROWSER_PATH = /^\/v1\/(?:payment|setup)_intents\/(\w+)(?:\/confirm|\/authenticate)?$/;

const credentials = z.object({ key: z.string(), client_secret: z.string() });
const advanceInput = z.strictObject({ email: z.string(), days: z.number().min(0).max(3_660) });

/**
 * Creates the router for /local/stripe: the API of the browser, invoice pages, `POST /advance {email, days}`, which
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

  router.get('/invoices/:id', async (req, res) => {
    const { invoice, customer } = await findInvoice(stripe, req.params.id);
    res.type('html').send(invoicePage(invoice, customer));
  });

  router.get('/invoices/:id/pdf', async (req, res) => {
    const { invoice, customer } = await findInvoice(stripe, req.params.id);
    const lines = invoiceLines(invoice, customer).map(([label, value]) => `${label}: ${value}`);
    res
      .attachment(`hark-${invoice.number}.pdf`)
      .type('pdf')
      .send(textPdf(invoiceTitle(invoice), lines));
  });

  return router;
}

async function findInvoice(stripe: LocalStripe, id: string) {
  const found = await stripe.invoice(id);
  if (found === undefined) throw notFound('Invoice');
  return found;
}
