import express, { Router, type Response } from 'express';
import { formatMoney } from '#shared/formats.ts';
import { notFound } from '#server/platform/lib/errors.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import { invoicePage, invoicePdf } from './invoice-document.ts';
import type { InvoiceDetails, LocalStripe } from './local-stripe.ts';

/** The expiry as cardholders type it: "12 / 29", "12/2029". */
const EXPIRY = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/;

/**
 * Creates the router of the hosted invoice pages, which also pay open invoices. A visitor needs the link only, no
 * session, as at Stripe.
 */
export function createInvoicePages(stripe: LocalStripe): Router {
  const router = Router();
  const find = async (id: string): Promise<InvoiceDetails> => {
    const found = await stripe.invoice(id);
    if (found === undefined) throw notFound('Invoice');
    return found;
  };
  const page = async (id: string, problem?: string): Promise<string> => {
    const details = await find(id);
    return invoicePage(details.invoice, paymentSection(details, problem));
  };

  router.get('/:id', async (req, res) => {
    res
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(await page(req.params.id));
  });

  router.get('/:id/pdf', async (req, res) => {
    const { invoice } = await find(req.params.id);
    res.attachment(`hark-${invoice.number}.pdf`).type('pdf').send(invoicePdf(invoice));
  });

  const form = express.urlencoded({ extended: false });
  const submit = async (id: string, action: string, params: object, res: Response): Promise<void> => {
    const { invoice, intent } = await find(id);
    if (invoice.status === 'open' && intent !== undefined) {
      const path = `/v1/payment_intents/${intent.id}/${action}`;
      const { status, body } = await stripe.call({ method: 'POST', path, params });
      if (status !== 200) {
        const { message } = body['error'] as { message: string };
        res
          .status(status)
          .type('html')
          .send(await page(id, message));
        return;
      }
    }
    res.redirect(303, `/local/stripe/invoices/${id}`);
  };

  router.post('/:id/pay', form, (req, res) => submit(req.params.id, 'confirm', cardOf(req.body), res));
  router.post('/:id/authenticate', form, (req, res) =>
    submit(req.params.id, 'authenticate', { passed: textIn(req.body, 'passed') === 'true' }, res),
  );

  return router;
}

/** Returns the typed card as a payment method; unreadable fields become values that Stripe refuses. */
function cardOf(body: unknown): object {
  const [, month = '0', year = '0'] = EXPIRY.exec(textIn(body, 'expiry')) ?? [];
  const expiry = { exp_month: month, exp_year: `20${year.padStart(2, '0')}` };
  const card = { number: textIn(body, 'number'), cvc: textIn(body, 'cvc'), ...expiry };
  return { payment_method_data: { type: 'card', card } };
}

/** Returns a field of a submitted form; empty unless it is text. */
function textIn(body: unknown, field: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[field];
  return typeof value === 'string' ? value : '';
}

/** Returns the form that pays an open invoice, or the bank's question while its payment is authenticated. */
function paymentSection({ invoice, intent }: InvoiceDetails, problem?: string): string {
  if (invoice.status !== 'open' || intent === undefined) return '';
  const path = `/local/stripe/invoices/${invoice.id}`;
  const error = problem === undefined ? '' : `<p class="wide error" role="alert">${escapeHtml(problem)}</p>`;
  if (intent.status === 'requires_action')
    return `<form method="post" action="${path}/authenticate"><h2>3D Secure authentication</h2>
<p class="wide">Your bank asks you to confirm this payment.</p>${error}
<button name="passed" value="true">Complete</button><button name="passed" value="false" class="quiet">Fail</button></form>`;
  return `<form method="post" action="${path}/pay"><h2>Pay ${formatMoney(intent.amount / 100, 'usd')}</h2>${error}
<label class="wide">Card number<input name="number" inputmode="numeric" autocomplete="cc-number" required></label>
<label>Expiry (MM / YY)<input name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" required></label>
<label>Security code<input name="cvc" inputmode="numeric" autocomplete="cc-csc" required></label>
<button class="wide">Pay invoice</button></form>`;
}
