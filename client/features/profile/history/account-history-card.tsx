import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AccountEventView } from '#shared/schemas/account/account-events.ts';
import { trpc } from '#client/app/trpc.ts';
import { GrowingList } from '#client/kit/growing-list.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { EmptyState, Skeleton } from '#client/ui/display/states.tsx';
import { Moment } from '#client/ui/display/moment.tsx';
import { History } from 'lucide-react';
import { eventOrigin, eventTitle } from './event-text.ts';

/** Events that are shown at first, and added at each request for more. */
const EVENTS = 6;

/** What happened to the account, when and from where. */
export function AccountHistoryCard() {
  return (
    <Card aria-label="Account history">
      <CardHeader>
        <CardTitle>Account History</CardTitle>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        If something here was not you, change your password and sign out everywhere.
      </p>
      <EventList />
    </Card>
  );
}

function EventList() {
  const query = trpc.accountEvents.list.useInfiniteQuery(
    { limit: EVENTS },
    { getNextPageParam: ({ next }) => next },
  );
  useRefetchAfterChanges();
  return (
    <GrowingList
      flush
      query={query}
      rows={query.data?.pages.flatMap(({ events }) => events) ?? []}
      skeleton={
        <>
          <Skeleton className="h-5 w-40" />
          <Skeleton className="mt-1 h-4.5 w-64 max-w-full" />
        </>
      }
      empty={<EmptyState icon={History} title="Nothing yet" text="Sign-ins and changes appear here." />}
    >
      {(event) => <EventRow event={event} />}
    </GrowingList>
  );
}

function EventRow({ event }: { event: AccountEventView }) {
  const origin = eventOrigin(event);
  return (
    <div className="px-5 py-3.5">
      <p className="font-medium wrap-anywhere">{eventTitle(event)}</p>
      <p className="text-sm wrap-anywhere text-ink-3">
        <Moment at={event.at} />
        {origin !== '' && ` · ${origin}`}
      </p>
    </div>
  );
}

/** Reads the history again after each change on the page, which it may have recorded. */
function useRefetchAfterChanges(): void {
  const client = useQueryClient();
  const { accountEvents } = trpc.useUtils();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        const ended = event.type === 'updated' && ['success', 'error'].includes(event.action.type);
        if (ended) void accountEvents.list.invalidate();
      }),
    [client, accountEvents],
  );
}
