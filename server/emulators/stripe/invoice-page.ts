import { PLAN_LIST } from '#shared/plans.ts';
import { formatDateTime, formatNumber } from '#shared/formats.ts';
import type { LocalCustomer, LocalInvoice } from './account-state.ts';

const STATUS_TEXT = { paid: 'Paid', open: 'Unpaid', void: 'Void', uncollectible: 'Unpaid' } as const;

/** Returns the labelled lines of an invoice for its page and PDF. */
export function invoiceLines(
  invoice: LocalInvoice,
  customer: LocalCustomer,
): [label: string, value: string][] {
  const plan = PLAN_LIST.find(({ productId }) => productId === invoice.price.product);
  const dollars = `$${formatNumber(invoice.price.amount / 100)}.00 USD`;
  return [
    ['Number', invoice.number],
    ['Date', `${formatDateTime(invoice.created * 1000)} UTC`],
    ['Billed to', `${customer.name} (${customer.email})`],
    [
      'Plan',
      `Hark ${plan?.title ?? invoice.price.product}, one month from ${formatDateTime(invoice.periodStart * 1000)} UTC`,
    ],
    ['Amount', dollars],
    ['Status', STATUS_TEXT[invoice.status]],
  ];
}

export function invoiceTitle(invoice: LocalInvoice): string {
  return invoice.status === 'paid' ? 'Receipt from Hark' : 'Invoice from Hark';
}

const STYLE = `body{font:15px/22px system-ui,sans-serif;background:#f7f7f4;color:#16211e;margin:0;padding:48px 16px}
main{max-width:520px;margin:auto;background:#fff;border:1px solid #e4e4dd;border-radius:16px;padding:32px}
h1{font-size:24px;font-weight:600;margin:0 0 20px}dl{display:grid;grid-template-columns:110px 1fr;gap:12px;margin:0 0 24px}
dt{color:#626c66}dd{margin:0}a{color:#0b6e5f}p{color:#626c66;font-size:13px;margin:24px 0 0}`;

/** Renders the page of the "View Online" link. */
export function invoicePage(invoice: LocalInvoice, customer: LocalCustomer): string {
  const rows = invoiceLines(invoice, customer).map(
    ([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  const title = invoiceTitle(invoice);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><dl>${rows.join('')}</dl>
<a href="/local/stripe/invoices/${invoice.id}/pdf" download>Download PDF</a>
<p>Issued by the local Stripe emulator. No money was moved.</p></main></body></html>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
