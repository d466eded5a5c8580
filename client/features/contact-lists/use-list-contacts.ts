import { keepPreviousData } from '@tanstack/react-query';
import { useListPages } from '#client/app/live/use-list-pages.ts';
import { trpc } from '#client/app/trpc.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';

const PAGE_SIZE = 25;

/** A page of the contacts of a list for a search. */
export function useListContacts({ id, size }: Pick<ContactListView, 'id' | 'size'>, search: string) {
  const query = trpc.contactLists.contacts.useInfiniteQuery(
    { id, search, limit: PAGE_SIZE * 2 },
    { getNextPageParam: ({ next }) => next, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const { data, isPending, isError, isFetching, refetch } = query;
  const loaded = data?.pages.flatMap((part) => part.contacts) ?? [];
  const pages = useListPages(loaded, { size: PAGE_SIZE, total: search === '' ? size : loaded.length, query });
  return { ...pages, isPending, isError, isFetching, retry: () => void refetch() };
}
