import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/app/trpc.ts';
import { useListPages } from '#client/kit/use-list-pages.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';

/** Contacts on a page. */
const SIZE = 25;

/** A page of the contacts of a list for a search. */
export function useListContacts({ id, size }: Pick<ContactListView, 'id' | 'size'>, search: string) {
  const query = trpc.contactLists.contacts.useInfiniteQuery(
    { id, search, limit: SIZE * 2 },
    { getNextPageParam: ({ next }) => next, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const loaded = query.data?.pages.flatMap(({ contacts }) => contacts) ?? [];
  const total = search === '' ? size : loaded.length;
  return { query, ...useListPages(loaded, { size: SIZE, total, query, search }) };
}
