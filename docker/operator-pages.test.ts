import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAYMENTS = 'server/providers/payments';

/** How the table of permissions names each resource of the SDK. */
const NAMES: Record<string, string> = {
  invoiceItems: 'Invoices',
  invoicePayments: 'Invoices',
  paymentIntents: 'Payment Intents',
  paymentMethods: 'Payment Methods',
  setupIntents: 'Setup Intents',
  taxIds: 'Tax IDs',
};
const nameOf = (resource: string) =>
  NAMES[resource] ?? `${resource.charAt(0).toUpperCase()}${resource.slice(1)}`;
const READS = new Set(['list', 'retrieve', 'search', 'createPreview']);

/** Returns the permissions that the requests of the payment provider need. */
function neededOfStripe(): Record<string, string> {
  const sources = readdirSync(PAYMENTS)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${PAYMENTS}/${file}`, 'utf8'));
  const needed: Record<string, string> = {};
  for (const [, resource = '', method = ''] of sources.join('\n').matchAll(/\bstripe\.(\w+)\.(\w+)\(/g)) {
    if (resource === 'webhooks') continue;
    const name = nameOf(resource);
    if (needed[name] !== 'write') needed[name] = READS.has(method) ? 'read' : 'write';
  }
  return needed;
}

/** Returns the first two cells of the rows of a page's tables. */
function rowsOf(page: string): Record<string, string> {
  const rows = readFileSync(`docker/${page}`, 'utf8').matchAll(/^ *\| ([^|-]+?) +\| ([^|]+?) +\|/gm);
  return Object.fromEntries([...rows].map(([, name = '', value = '']) => [name, value]));
}

test('the page on providers names the permissions that a restricted key of Stripe needs', () => {
  const { resource: _heading, ...named } = rowsOf('PROVIDERS.md');
  expect(named).toEqual(neededOfStripe());
});

test('the page on duties names small packages that are there, and the files that use them', () => {
  const page = readFileSync('docker/DUTIES.md', 'utf8');
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const table = page.slice(page.indexOf('| package'));
  const rows = [...table.matchAll(/^\| `([^`]+)` .*$/gm)];
  expect(rows.length).toBeGreaterThan(5);
  for (const [row, name = ''] of rows) {
    expect({ ...dependencies, ...devDependencies }).toHaveProperty([name]);
    for (const [, file = ''] of row.matchAll(/`((?:server|client)\/[^`]+)`/g))
      expect(readFileSync(file, 'utf8')).toContain(name);
  }
});
