import { useState } from 'react';
import { trpc } from '#client/app/trpc.ts';
import type { Upload } from '#client/features/campaigns/wizard/wizard-form.ts';
import type { PreviewContact } from '#client/domain/message/message-preview.tsx';

/** Contacts of a saved list that are loaded at a time. */
const PAGE = 100;

/** Returns the contact of the preview from a saved list; undefined for a file. `count` has the loaded contacts. */
export function useListPreview(upload: Upload): (PreviewContact & { count: number | null }) | undefined {
  const list = upload.status === 'list' ? upload.list : null;
  const [requested, setRequested] = useState(0);
  const { data, hasNextPage, isFetching, fetchNextPage } = trpc.contactLists.contacts.useInfiniteQuery(
    { id: list?.id ?? '', limit: PAGE },
    { enabled: list !== null, getNextPageParam: ({ next }) => next },
  );
  if (list === null) return undefined;
  const contacts = data?.pages.flatMap((page) => page.contacts) ?? [];
  const index = contacts.length === 0 ? 0 : (requested + contacts.length) % contacts.length;
  return {
    index,
    contact: contacts[index] ?? null,
    count: data === undefined ? null : contacts.length,
    show(next) {
      setRequested(next);
      if (next >= contacts.length - 1 && hasNextPage && !isFetching) void fetchNextPage();
    },
  };
}
