import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker, type ClassNames, type CustomComponents } from 'react-day-picker';
import { endOfWindow, utcDay } from '#shared/drop-schedule.ts';
import { Icon } from '#client/ui/icon.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';

interface RangePickerProps {
  /** UTC days, `YYYY-MM-DD`. */
  start: string | null;
  end: string | null;
  today: Date;
  onChange: (start: string | null, end: string | null) => void;
}

const NAV_BUTTON =
  'grid size-9 cursor-pointer place-items-center rounded-control text-ink-2 hover:bg-ink/6 aria-disabled:cursor-not-allowed aria-disabled:opacity-40';

const CHOSEN =
  'bg-accent-soft [&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-strong';

const CLASSES: Partial<ClassNames> = {
  root: 'rounded-card border border-line bg-surface p-4',
  months: 'relative flex flex-wrap justify-center gap-x-8 gap-y-4',
  month: 'min-w-0 flex-1 basis-66',
  month_caption: 'flex h-9 items-center justify-center text-base font-semibold',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: NAV_BUTTON,
  button_next: NAV_BUTTON,
  month_grid: 'mx-auto mt-2 w-full max-w-80 border-collapse',
  weekday: 'h-8 text-xs font-medium text-ink-3',
  day: 'h-10 p-0 text-center',
  day_button:
    'mx-auto grid size-9 cursor-pointer place-items-center rounded-control text-base hover:bg-ink/6 disabled:cursor-not-allowed disabled:hover:bg-transparent',
  today: 'font-semibold text-accent',
  outside: 'invisible',
  disabled: 'text-ink-3 opacity-50',
  range_start: `rounded-l-control ${CHOSEN}`,
  range_middle: 'bg-accent-soft text-accent-strong',
  range_end: `rounded-r-control ${CHOSEN}`,
};

const COMPONENTS: Partial<CustomComponents> = {
  Chevron: ({ orientation }) => <Icon icon={orientation === 'left' ? ChevronLeft : ChevronRight} size={17} />,
};

/** A picker for a range of UTC days, from today to one year ahead. */
export default function RangePicker({ start, end, today, onChange }: RangePickerProps) {
  const isWide = useMediaQuery('(min-width: 40rem)');
  const first = midnight(utcDay(today));
  const last = midnight(utcDay(endOfWindow(today)));
  return (
    <DayPicker
      mode="range"
      // The third click starts a new range; otherwise the start could only move back.
      resetOnSelect
      timeZone="UTC"
      today={first}
      numberOfMonths={isWide ? 2 : 1}
      startMonth={first}
      endMonth={last}
      defaultMonth={start === null ? first : midnight(start)}
      disabled={[{ before: first }, { after: last }]}
      selected={
        start === null ? undefined : { from: midnight(start), to: end === null ? undefined : midnight(end) }
      }
      onSelect={(range) => {
        const from = dayOf(range?.from);
        // The end of a campaign that is replaced is known before its start is chosen.
        const isEndKept = start === null && from !== null && end !== null && from <= end;
        onChange(from, isEndKept ? end : dayOf(range?.to));
      }}
      // The picker does not style a start without an end as a range.
      modifiers={{ alone: start !== null && end === null && midnight(start) }}
      modifiersClassNames={{ alone: `rounded-control ${CHOSEN}` }}
      classNames={CLASSES}
      components={COMPONENTS}
    />
  );
}

function midnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Converts a zoned date of the picker, of which only the instant counts. */
function dayOf(date: Date | undefined): string | null {
  return date === undefined ? null : utcDay(new Date(date.getTime()));
}
