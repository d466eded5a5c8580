import { PLAN_LIST } from '#shared/plans.ts';
import { TAX_ID_KINDS } from '#shared/billing/tax-ids.ts';
import { formatDateTime, formatNumber } from '#shared/formats.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import type { Json, LocalInvoice } from './account-state.ts';

/** Margin, position of the title and distance of the lines in a PDF, in points from the lower left corner. */
const LEFT = 56;
const TOP = 760;
const LEADING = 24;
/** Characters that fit into a line. */
const MAX_LINE = 90;

const STATUS_TEXT = {
  draft: 'Draft',
  paid: 'Paid',
  open: 'Unpaid',
  void: 'Void',
  uncollectible: 'Unpaid',
} as const;

/** Returns the labelled lines of an invoice for its page and PDF. */
function invoiceLines(invoice: LocalInvoice): [label: string, value: string][] {
  const { name, email, address, taxIds } = invoice.billedTo;
  const plan = PLAN_LIST.find(({ productId }) => productId === invoice.price.product);
  const dollars = `$${formatNumber(invoice.price.amount / 100)}.00 USD`;
  return [
    ['Number', invoice.number],
    ['Date', `${formatDateTime(invoice.created * 1000)} UTC`],
    ['Billed to', `${name} (${email})`],
    ...(address === null ? [] : [['Address', addressText(address)] as [string, string]]),
    ...taxIds.map(({ type, value }): [string, string] => [taxIdLabel(type), value]),
    invoice.description === undefined
      ? [
          'Plan',
          `Hark ${plan?.title ?? invoice.price.product}, one month from ${formatDateTime(invoice.periodStart * 1000)} UTC`,
        ]
      : ['For', invoice.description],
    ['Amount', dollars],
    // The local Stripe charges none, as an account without tax settings.
    ['Tax included', '$0.00 USD'],
    ['Status', STATUS_TEXT[invoice.status]],
  ];
}

/** Returns an address in one line. */
function addressText({ line1, line2, city, state, postal_code, country }: Json): string {
  const region = [state, postal_code].filter((part) => part !== '').join(' ');
  return [line1, line2, city, region, country].filter((part) => part !== '').join(', ');
}

function taxIdLabel(type: string): string {
  return (TAX_ID_KINDS as Partial<Record<string, { label: string }>>)[type]?.label ?? 'Tax number';
}

function invoiceTitle(invoice: LocalInvoice): string {
  return invoice.status === 'paid' ? 'Receipt from Hark' : 'Invoice from Hark';
}

const STYLE = `body{font:15px/22px system-ui,sans-serif;background:#f7f7f4;color:#16211e;margin:0;padding:48px 16px}
main{max-width:520px;margin:auto;background:#fff;border:1px solid #e4e4dd;border-radius:16px;padding:32px}
h1{font-size:24px;font-weight:600;margin:0 0 20px}dl{display:grid;grid-template-columns:110px minmax(0,1fr);overflow-wrap:anywhere;gap:12px;margin:0 0 24px}
dt{color:#626c66}dd{margin:0}a{color:#0b6e5f}p{color:#626c66;font-size:13px;margin:24px 0 0}
form{border-top:1px solid #e4e4dd;padding:24px 0;display:grid;grid-template-columns:1fr 1fr;gap:16px}
h2,form .wide{grid-column:1/-1}h2{font-size:17px;font-weight:600;margin:0}label{display:grid;gap:6px;color:#626c66;font-size:13px}
input{font:inherit;font-size:15px;color:#16211e;border:1px solid #cfd3cb;border-radius:8px;padding:10px 12px;min-width:0}
button{font:inherit;font-weight:600;color:#fff;background:#0b6e5f;border:0;border-radius:8px;padding:11px 16px;cursor:pointer}
button.quiet{color:#16211e;background:#efefea}input:focus-visible,button:focus-visible{outline:2px solid #0b6e5f;outline-offset:2px}
form p{margin:0}form .error{color:#a3281f;font-size:14px}`;

/** Renders the page of the "View Online" link; `payment` is the HTML of the form that pays the invoice. */
export function invoicePage(invoice: LocalInvoice, payment = ''): string {
  const rows = invoiceLines(invoice).map(
    ([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  const title = invoiceTitle(invoice);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><dl>${rows.join('')}</dl>${payment}
<a href="/local/stripe/invoices/${invoice.id}/pdf" download>Download PDF</a>
<p>Issued by the local Stripe emulator. No money was moved.</p></main></body></html>`;
}

/** Renders the PDF of the download link. */
export function invoicePdf(invoice: LocalInvoice): Buffer {
  const lines = invoiceLines(invoice).flatMap(([label, value]) => wrap(`${label}: ${value}`));
  return textPdf(invoiceTitle(invoice), lines);
}

/** Splits a line into lines that fit on the page, at spaces. */
function wrap(line: string): string[] {
  return line.match(new RegExp(`.{1,${String(MAX_LINE)}}(?:\\s|$)|\\S{${String(MAX_LINE)}}`, 'g')) ?? [line];
}

/** Returns a one-page PDF (US Letter) with a title and lines; characters outside Latin-1 become question marks. */
export function textPdf(title: string, lines: string[]): Buffer {
  const shown = lines.map((line, index) => text(11, TOP - 44 - index * LEADING, line));
  const content = [text(20, TOP, title), ...shown].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
  ];
  return assemble(objects);
}

function text(size: number, y: number, value: string): string {
  const latin = value.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, '\\$&');
  return `BT /F1 ${String(size)} Tf ${String(LEFT)} ${String(y)} Td (${latin}) Tj ET`;
}

/** Concatenates the objects and appends the cross-reference table. */
function assemble(objects: string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const size = String(objects.length + 1);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = String(file.length);
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
