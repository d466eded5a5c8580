import type { Connection } from 'mongoose';
import { z } from 'zod';
import { DAY_SECONDS, HOUR_SECONDS } from '#shared/time-units.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { matchRoute } from '../http/route-path.ts';
import type { LocalIntent, LocalInvoice, LocalPrice, Reply } from './account-state.ts';
import { accountKeyOf, openAccountContext, type AccountContext, type RequestContext } from './account.ts';
import { requestHash, withIdempotency } from './idempotency.ts';
import { LocalStripeStore } from './local-stripe-store.ts';
import { processDue } from './renewals.ts';
import { cardRoutes } from './routes/card-routes.ts';
import { customerRoutes } from './routes/customer-routes.ts';
import { invoiceRoutes } from './routes/invoice-routes.ts';
import { parseForm } from './routes/form-body.ts';
import { globalRoutes } from './routes/global-routes.ts';
import { intentRoutes } from './routes/intent-routes.ts';
import { previewRoutes } from './routes/preview-routes.ts';
import { reversalRoutes } from './routes/reversal-routes.ts';
import type { Route } from './routes/route.ts';
import { subscriptionRoutes } from './routes/subscription-routes.ts';
import { taxIdRoutes } from './routes/tax-id-routes.ts';
import { StripeApiError, resourceMissing, unknownUrl } from './stripe-api-error.ts';

/** The part of Stripe's API that is implemented. */
const ROUTES: readonly Route[] = [
  ...globalRoutes,
  ...customerRoutes,
  ...cardRoutes,
  ...taxIdRoutes,
  ...previewRoutes,
  ...invoiceRoutes,
  ...subscriptionRoutes,
  ...intentRoutes,
  ...reversalRoutes,
];

/** The reply to a browser with a wrong key or secret. */
export const UNAUTHORIZED: Reply = {
  status: 401,
  body: { error: { type: 'invalid_request_error', message: 'Invalid publishable key or client secret.' } },
};

/** An invoice as its hosted page shows it; without an intent the customer's balance has paid it. */
export interface InvoiceDetails {
  invoice: LocalInvoice;
  intent: LocalIntent | undefined;
}

export interface StripeRequest {
  method: string;
  path: string;
  params: unknown;
  idempotencyKey?: string | undefined;
}

/** Parameters that contain an object id of the account, for requests without an id in their path. */
const accountParams = z.object({
  customer: z.string().optional(),
  owner: z.object({ customer: z.string() }).optional(),
  subscription: z.string().optional(),
  invoice: z.string().optional(),
  payment_intent: z.string().optional(),
  payment: z.object({ payment_intent: z.string() }).optional(),
});

export interface LocalStripeOptions {
  connection: Connection;
  clock: Clock;
  /** Returns the public origin of Hark. */
  origin: () => string;
  /** An incomplete subscription expires after this many seconds; default: 23 hours. */
  incompleteSeconds?: number;
}

/**
 * The part of Stripe that Hark uses, implemented in its database. `fetch` is the HTTP client of the SDK, `call` and
 * `callWithSecret` serve the browser.
 */
export class LocalStripe {
  readonly store: LocalStripeStore;
  readonly #clock: Clock;
  readonly #context: () => Pick<RequestContext, 'incompleteSeconds' | 'origin'>;
  /** Called after every change that may have recorded events. */
  onChange: () => void = () => undefined;

  constructor({ connection, clock, origin, incompleteSeconds = 23 * HOUR_SECONDS }: LocalStripeOptions) {
    this.store = new LocalStripeStore(connection);
    this.#clock = clock;
    this.#context = () => ({ incompleteSeconds, origin: origin() });
  }

  /** Handles requests of the SDK in place of the global `fetch`. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = await request.text();
    const { status, body: json } = await this.call({
      method: request.method,
      path: url.pathname,
      params: parseForm(body === '' ? url.search.slice(1) : body),
      idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
    });
    return Response.json(json, { status, headers: { 'request-id': `req_${newId()}` } });
  };

  /** Handles a request. A rejection is a reply with Stripe's `error`, not an exception. */
  async call(request: StripeRequest): Promise<Reply> {
    try {
      const match = matchRoute(ROUTES, request.method, request.path);
      if (match === undefined) throw unknownUrl(request.method, request.path);
      return await this.#handle(match.route, match.ids[0], request);
    } catch (error) {
      if (error instanceof StripeApiError) return error.reply;
      throw error;
    }
  }

  /** Handles a request of a browser, which is authorized by the client secret of an intent. */
  async callWithSecret(clientSecret: string, request: StripeRequest): Promise<Reply> {
    const state = await this.store.read(accountKeyOf(clientSecret));
    if (state?.intents.some((intent) => intent.clientSecret === clientSecret) !== true) return UNAUTHORIZED;
    return this.call(request);
  }

  /** Advances the clock of every customer with an email and processes what is due; returns the number of customers. */
  async advance(email: string, days: number): Promise<number> {
    const keys = await this.store.keysByEmail(email);
    for (const key of keys) {
      await this.#change(key, (account) => {
        account.state.clockOffset += Math.round(days * DAY_SECONDS);
        processDue({ ...account, now: account.realNow + account.state.clockOffset });
      });
    }
    this.onChange();
    return keys.length;
  }

  /** Processes renewals and expiries that are due by the real clock. */
  async processDue(): Promise<void> {
    for (const key of await this.store.keysWithDueWork(this.#clock.now()))
      await this.#change(key, processDue);
  }

  /** Returns an invoice with its payment, or undefined if it does not exist. */
  async invoice(id: string): Promise<InvoiceDetails | undefined> {
    return this.#read(accountKeyOf(id), ({ state }) => {
      const invoice = state.invoices.find((entry) => entry.id === id);
      return invoice && { invoice, intent: state.intents.find((entry) => entry.id === invoice.intent) };
    });
  }

  async #handle(
    route: Route,
    id: string | undefined,
    { method, path, params, idempotencyKey = newId() }: StripeRequest,
  ): Promise<Reply> {
    if (route.scope === 'global')
      return route.handle({ store: this.store, now: this.#clock.now(), idempotencyKey }, params);
    const accountId = id ?? accountIdIn(params);
    const reads = method === 'GET' || route.reads === true;
    const missing = () =>
      accountId.startsWith('cus_')
        ? resourceMissing('customer', accountId, id === undefined ? 'customer' : 'id')
        : resourceMissing('object', accountId);
    const handle = (account: AccountContext) => {
      const { customer } = account.state;
      // A deleted customer can be retrieved, and nothing else.
      const retrieved = method === 'GET' && path.endsWith(accountId);
      if (customer.deleted === true && customer.id === accountId && !retrieved) throw missing();
      return route.handle(account, params, id ?? '');
    };
    const prices = route.needsPrices === true ? await this.store.prices() : [];
    const reply = reads
      ? await this.#read(accountKeyOf(accountId), handle)
      : await this.#change(
          accountKeyOf(accountId),
          (account) =>
            withIdempotency(account, idempotencyKey, requestHash(route.pattern, accountId, params), handle),
          prices,
        );
    if (reply === undefined) throw missing();
    if (!reads) this.onChange();
    return reply;
  }

  async #read<T>(key: string, read: (account: AccountContext) => T): Promise<T | undefined> {
    const state = await this.store.read(key);
    return state === undefined ? undefined : read(openAccountContext(state, this.#requestContext()));
  }

  async #change<T>(
    key: string,
    change: (account: AccountContext) => T,
    prices: readonly LocalPrice[] = [],
  ): Promise<T | undefined> {
    const context = this.#requestContext(prices);
    return this.store.change(key, (state) => change(openAccountContext(state, context)));
  }

  #requestContext(prices: readonly LocalPrice[] = []): RequestContext {
    return { ...this.#context(), at: this.#clock.now(), prices };
  }
}

function accountIdIn(params: unknown): string {
  const { customer, owner, subscription, invoice, payment_intent, payment } = accountParams.parse(params);
  return (
    customer ?? owner?.customer ?? subscription ?? invoice ?? payment_intent ?? payment?.payment_intent ?? ''
  );
}
