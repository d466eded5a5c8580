import { CalendarX, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { MAX_CALENDAR_CAMPAIGNS } from '#shared/schemas/campaigns/campaign-calendar.ts';
import { formatNumber } from '#shared/formats.ts';
import { refetchInterval } from '#client/app/live/refetch-interval.ts';
import { useLive } from '#client/app/live/use-live.ts';
import { trpc } from '#client/app/trpc.ts';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { useMediaQuery } from '#client/ui/use-media-query.ts';
import type { ShownCampaigns } from '../campaigns-url.ts';
import { isMonth } from './is-month.ts';
import { CalendarSkeleton } from './calendar-skeleton.tsx';
import { monthText } from './calendar-text.ts';
import { MonthAgenda } from './month-agenda.tsx';
import { MonthTable } from './month-table.tsx';
import { daysOf, entriesByDay, monthAfter, monthOf, rangeOf, type Month } from './month-days.ts';

/** The campaigns of a month: those that start or end in it, and those that send. */
export default function CampaignCalendar({ shown, show }: Pick<ShownCampaigns, 'shown' | 'show'>) {
  const [present] = useState(() => monthOf(new Date()));
  const month = shown.month === '' ? present : shown.month;
  const open = (other: Month) => {
    show({ month: other === present || !isMonth(other) ? '' : other });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-5 pb-3">
        <h2 aria-live="polite" className="mr-auto text-lg font-semibold">
          {monthText(month)}
        </h2>
        <Button
          size="sm"
          variant="secondary"
          onClick={() => {
            open(present);
          }}
        >
          Today
        </Button>
        <IconButton
          label="Previous month"
          icon={ChevronLeft}
          onClick={() => {
            open(monthAfter(month, -1));
          }}
        />
        <IconButton
          label="Next month"
          icon={ChevronRight}
          onClick={() => {
            open(monthAfter(month, 1));
          }}
        />
      </div>
      <ShownMonth month={month} />
    </>
  );
}

function ShownMonth({ month }: { month: Month }) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  const { data, dataUpdatedAt, isPending, isFetching, refetch } = useMonth(month);
  if (isPending) return <CalendarSkeleton />;
  if (data === undefined)
    return <LoadError className="pb-6" busy={isFetching} onRetry={() => void refetch()} />;
  const now = new Date(dataUpdatedAt);
  const days = entriesByDay(data.campaigns, now);
  const isEmpty = daysOf(month).every((day) => !days.has(day));
  const View = isWide ? MonthTable : MonthAgenda;
  return (
    <>
      {data.more && (
        <p role="status" className="px-5 pb-3 text-sm text-ink-2">
          Only {formatNumber(MAX_CALENDAR_CAMPAIGNS)} campaigns of this month are shown here, and there are
          more. The list has all of them.
        </p>
      )}
      {isEmpty && !isWide ? (
        <EmptyState
          icon={CalendarX}
          title={`No campaigns in ${monthText(month)}`}
          text="Choose another month, or open the list to see all of them."
        />
      ) : (
        <View month={month} now={now} days={days} />
      )}
    </>
  );
}

/** Loads the campaigns of a month; live updates keep them current, else they are polled. */
function useMonth(month: Month) {
  const live = useLive();
  return trpc.campaigns.calendar.useQuery(rangeOf(month), {
    refetchInterval: ({ state }) =>
      !live &&
      refetchInterval(
        (state.data?.campaigns ?? []).map(({ status, starts_at: dropDate }) => ({ status, dropDate })),
        Date.now(),
      ),
  });
}
