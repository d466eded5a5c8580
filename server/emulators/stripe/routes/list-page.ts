import { z } from 'zod';
import type { Json } from '#server/emulators/stripe/account-state.ts';
import { listView } from './views.ts';

/** Pagination parameters. */
export const pageParams = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
};

/** Returns one page of a list: at most `limit` entries after `starting_after`. */
export function listPage<T extends { id: string }>({
  url,
  newestFirst,
  page: { limit, starting_after },
  toView: toView,
}: {
  url: string;
  newestFirst: readonly T[];
  page: { limit: number; starting_after?: string | undefined };
  toView: (entry: T) => Json;
}): Json {
  const start = newestFirst.findIndex(({ id }) => id === starting_after) + 1;
  const page = newestFirst.slice(start, start + limit);
  return listView(url, page.map(toView), newestFirst.length > start + page.length);
}
