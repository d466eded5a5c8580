import { z } from 'zod';
import type { Json } from '#server/emulators/stripe/account-state.ts';
import { listView } from './views.ts';

/** The parameters of a list that comes in pages. */
export const pageParams = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
};

/** One page of a list: what follows the entry `starting_after`, at most `limit` of it. */
export function listPage<T extends { id: string }>({
  url,
  newestFirst,
  page: { limit, starting_after },
  show,
}: {
  url: string;
  newestFirst: readonly T[];
  page: { limit: number; starting_after?: string | undefined };
  show: (entry: T) => Json;
}): Json {
  const start = newestFirst.findIndex(({ id }) => id === starting_after) + 1;
  const page = newestFirst.slice(start, start + limit);
  return listView(url, page.map(show), newestFirst.length > start + page.length);
}
