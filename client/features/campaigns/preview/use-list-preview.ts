import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '#client/app/trpc.ts';
import type { Upload } from '#client/features/campaigns/wizard/wizard-form.ts';
import type { PreviewContact } from '#client/domain/message/message-preview.tsx';

/** Contacts of a saved list that are loaded at a time. */
const PAGE = 100;

/** Returns the contact of the preview from a replaced campaign; undefined for other contacts. */
export function useKeptPreview(upload: Upload): (PreviewContact & { count: number | null }) | undefined {
  const campaign = upload.status === 'kept' ? upload.campaign : null;
  const [index, setIndex] = useState(0);
  const { data } = trpc.campaigns.contacts.useQuery(
    { id: campaign?.id ?? '', page: index + 1, page_size: 1 },
    { enabled: campaign !== null, placeholderData: keepPreviousData },
  );
  if (campaign === null) return undefined;
  const { contacts: count } = campaign;
  return {
    index,
    count,
    contact: data?.contacts[0] ?? null,
    show(next) {
      if (count > 0) setIndex((next + count) % count);
    },
  };
}

/** Returns the contact of the preview from a saved list; undefined for other contacts. `count` has the loaded contacts. */
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
