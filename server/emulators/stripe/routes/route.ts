import { z, type ZodType } from 'zod';
import { parsePath, type RoutePath } from '../../http/route-path.ts';
import type { Json, Reply } from '../account-state.ts';
import type { AccountContext } from '../account.ts';
import type { LocalStripeStore } from '../local-stripe-store.ts';
import { invalidRequest } from '../stripe-api-error.ts';
import { listView } from '../views/object-views.ts';

/** Context of a request that is not about one account. */
export interface GlobalContext {
  store: LocalStripeStore;
  now: Date;
  idempotencyKey: string;
}

/** An implemented path of Stripe's API. */
export type Route = RoutePath &
  (
    | {
        scope: 'account';
        /** Whether it changes nothing. A GET never does. */
        reads?: boolean;
        /** Whether it names a price of the catalog. */
        needsPrices?: boolean;
        handle(account: AccountContext, params: unknown, id: string): Reply;
      }
    | { scope: 'global'; handle(context: GlobalContext, params: unknown): Promise<Reply> }
  );

/** Creates a route about one account; `handle` returns an object. */
export function accountRoute<T>(
  path: string,
  schema: ZodType<T>,
  handle: (account: AccountContext, params: T, id: string) => Json,
): Route {
  return replyRoute(path, schema, (...request) => ok(handle(...request)));
}

/** Creates a route about one account; `handle` may reply with an error that is stored, such as a declined card. */
export function replyRoute<T>(
  path: string,
  schema: ZodType<T>,
  handle: (account: AccountContext, params: T, id: string) => Reply,
): Route {
  return {
    ...parsePath(path),
    scope: 'account',
    handle: (account, params, id) => handle(account, parseParams(schema, params), id),
  };
}

/** Creates a route that is not about one account; `handle` returns an object. */
export function globalRoute<T>(
  path: string,
  schema: ZodType<T>,
  handle: (context: GlobalContext, params: T) => Promise<Json>,
): Route {
  return {
    ...parsePath(path),
    scope: 'global',
    handle: async (context, params) => ok(await handle(context, parseParams(schema, params))),
  };
}

export function ok(body: Json): Reply {
  return { status: 200, body };
}

/** Throws `StripeApiError` 400 with the name of an unknown or invalid parameter, as Stripe does. */
function parseParams<T>(schema: ZodType<T>, params: unknown): T {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const param = issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : (issue?.path.join('.') ?? '');
  throw invalidRequest(`Received unknown or invalid parameter: ${param}`, 'parameter_invalid', { param });
}

/** A flag of a form or of JSON. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);
export const cents = z.coerce.number().int();
export const metadata = z.record(z.string(), z.string()).default({});
export const expand = z.array(z.string()).default([]);
export const expandOnly = z.strictObject({ expand });

/** Pagination parameters. */
export const pageParams = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
};

/** Returns one page of a list: at most `limit` entries after `starting_after`. */
export function listPage<T extends { id: string }>(
  url: string,
  newestFirst: readonly T[],
  { limit, starting_after }: { limit: number; starting_after?: string | undefined },
  toView: (entry: T) => Json,
): Json {
  const start = newestFirst.findIndex(({ id }) => id === starting_after) + 1;
  const page = newestFirst.slice(start, start + limit);
  return listView(url, page.map(toView), newestFirst.length > start + page.length);
}
