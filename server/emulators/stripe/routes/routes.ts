import * as account from './account-routes.ts';
import type { AccountHandler } from './account-routes.ts';
import * as balance from './customer-balance-routes.ts';
import * as intent from './intent-routes.ts';
import * as global from './global-routes.ts';
import type { GlobalHandler } from './global-routes.ts';
import * as reversal from './reversal-routes.ts';

/** An implemented path of Stripe's API. */
export type Route = { method: string; pattern: RegExp } & (
  { scope: 'account'; handle: AccountHandler } | { scope: 'global'; handle: GlobalHandler }
);

export interface RouteMatch {
  route: Route;
  id: string | undefined;
}

/** Creates a route from a method and path such as `GET /v1/invoices/:id` and a handler. */
function route(path: string, to: { account: AccountHandler } | { global: GlobalHandler }): Route {
  const [method = '', template = ''] = path.split(' ');
  const pattern = new RegExp(`^${template.replaceAll(':id', '([A-Za-z0-9_]+)')}$`);
  return 'account' in to
    ? { method, pattern, scope: 'account', handle: to.account }
    : { method, pattern, scope: 'global', handle: to.global };
}

const ROUTES: readonly Route[] = [
  route('GET /v1/customers', { global: global.listCustomers }),
  route('POST /v1/customers', { global: global.createCustomer }),
  route('POST /v1/products', { global: global.createProduct }),
  route('GET /v1/prices', { global: global.listPrices }),
  route('POST /v1/prices', { global: global.createPrice }),
  route('GET /v1/events', { global: global.listEvents }),
  route('GET /v1/customers/:id', { account: account.getCustomer }),
  route('POST /v1/customers/:id', { account: account.updateCustomer }),
  route('POST /v1/customers/:id/balance_transactions', { account: balance.createBalanceTransaction }),
  route('GET /v1/customers/:id/balance_transactions', { account: balance.listBalanceTransactions }),
  route('GET /v1/customers/:id/payment_methods', { account: account.listCards }),
  route('POST /v1/subscriptions', { account: account.createSubscription }),
  route('GET /v1/subscriptions/:id', { account: account.getSubscription }),
  route('POST /v1/subscriptions/:id', { account: account.updateSubscription }),
  route('DELETE /v1/subscriptions/:id', { account: account.deleteSubscription }),
  route('GET /v1/invoices/:id', { account: account.getInvoice }),
  route('POST /v1/invoices/:id/void', { account: account.voidOpenInvoice }),
  route('POST /v1/invoices/:id/pay', { account: account.payInvoice }),
  route('GET /v1/invoice_payments', { account: account.listInvoicePayments }),
  route('GET /v1/payment_intents/:id', { account: intent.getIntent('payment') }),
  route('POST /v1/payment_intents/:id/confirm', { account: intent.confirm('payment') }),
  route('POST /v1/payment_intents/:id/authenticate', { account: intent.authenticate('payment') }),
  route('POST /v1/setup_intents', { account: intent.createSetupIntent }),
  route('GET /v1/setup_intents/:id', { account: intent.getIntent('setup') }),
  route('POST /v1/setup_intents/:id/confirm', { account: intent.confirm('setup') }),
  route('POST /v1/setup_intents/:id/authenticate', { account: intent.authenticate('setup') }),
  route('GET /v1/charges/:id', { account: reversal.getCharge }),
  route('POST /v1/refunds', { account: reversal.createRefund }),
  route('GET /v1/refunds', { account: reversal.listRefunds }),
  route('GET /v1/refunds/:id', { account: reversal.getRefund }),
  route('POST /v1/refunds/:id/fail', { account: reversal.fail }),
  route('POST /v1/payment_intents/:id/dispute', { account: reversal.dispute }),
  route('GET /v1/disputes', { account: reversal.listDisputes }),
  route('GET /v1/disputes/:id', { account: reversal.getDispute }),
  route('POST /v1/disputes/:id', { account: reversal.submitEvidence }),
  route('POST /v1/disputes/:id/close', { account: reversal.acceptDispute }),
];

/** Returns the route of a request with the id in its path, or undefined. */
export function matchRoute(method: string, path: string): RouteMatch | undefined {
  for (const candidate of ROUTES) {
    const found = candidate.method === method ? candidate.pattern.exec(path) : null;
    if (found !== null) return { route: candidate, id: found[1] };
  }
  return undefined;
}
