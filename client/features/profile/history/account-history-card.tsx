import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AccountEventView } from '#shared/schemas/account/account-events.ts';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { EmptyState, LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
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
  const { data, isPending, isError, isFetching, hasNextPage, refetch, fetchNextPage } = query;
  useRefetchAfterChanges();
  if (isPending) {
    return (
      <SkeletonGroup className="border-t border-line px-5 py-3.5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-1 h-4.5 w-64 max-w-full" />
      </SkeletonGroup>
    );
  }
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <>
      {!isError && events.length === 0 && (
        <EmptyState icon={History} title="Nothing yet" text="Sign-ins and changes appear here." />
      )}
      {events.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {isError && (
        <LoadError
          className="border-t border-line py-4.5"
          busy={isFetching}
          onRetry={() => void (events.length === 0 ? refetch() : fetchNextPage())}
        />
      )}
      {!isError && hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button variant="ghost" busy={isFetching} onClick={() => void fetchNextPage()}>
            Show More
          </Button>
        </div>
      )}
    </>
  );
}

function EventRow({ event }: { event: AccountEventView }) {
  const origin = eventOrigin(event);
  return (
    <li className="px-5 py-3.5">
      <p className="font-medium wrap-anywhere">{eventTitle(event)}</p>
      <p className="text-sm wrap-anywhere text-ink-3">
        <Moment at={event.at} />
        {origin !== '' && ` · ${origin}`}
      </p>
    </li>
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
