import { z } from 'zod';
import { findInvoice } from '../account.ts';
import { describeInvoice, draftInvoice, finalizeInvoice } from '../one-off-invoices.ts';
import { invoiceView } from '../views/invoice-views.ts';
import { accountRoute, cents, expand, flag, listPage, metadata, pageParams } from './route.ts';

const newInvoice = z.strictObject({
  customer: z.string(),
  currency: z.literal('usd'),
  collection_method: z.literal('charge_automatically'),
  auto_advance: flag,
  pending_invoice_items_behavior: z.literal('exclude'),
  discounts: z.literal(''),
  payment_settings: z.strictObject({ payment_method_types: z.tuple([z.literal('card')]) }),
  metadata,
});
const newItem = z.strictObject({
  customer: z.string(),
  invoice: z.string(),
  amount: cents.pipe(z.int().positive()),
  currency: z.literal('usd'),
  description: z.string(),
});

/** The invoices of a customer, and one-off ones: a draft, its item, and its end as a draft. */
export const invoiceRoutes = [
  accountRoute(
    'GET /v1/invoices',
    z.strictObject({ customer: z.string(), ...pageParams }),
    (account, { customer: _, ...page }) =>
      listPage('/v1/invoices', account.state.invoices.toReversed(), page, (invoice) =>
        invoiceView(account, invoice),
      ),
  ),

  accountRoute('POST /v1/invoices', newInvoice, (account, params) =>
    invoiceView(account, draftInvoice(account, params.metadata)),
  ),

  accountRoute('POST /v1/invoiceitems', newItem, (account, { invoice: id, amount, description }) => {
    const invoice = findInvoice(account, id);
    describeInvoice(invoice, amount, description);
    return { object: 'invoiceitem', id: id.replace(/^in_/, 'ii_'), invoice: id, amount, description };
  }),

  accountRoute(
    'POST /v1/invoices/:id/finalize',
    z.strictObject({ auto_advance: flag, expand }),
    (account, { expand: paths }, id) => {
      const invoice = findInvoice(account, id);
      finalizeInvoice(account, invoice);
      return invoiceView(account, invoice, paths);
    },
  ),
];
