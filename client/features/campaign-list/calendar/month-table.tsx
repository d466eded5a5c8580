import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { paths } from '#client/app/routing/paths.ts';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { dayText, monthText } from './calendar-text.ts';
import { DayEntries } from './day-entries.tsx';
import { dayOf, startDayOf, weeksOf, type Day, type DayEntry, type Month } from './month-days.ts';

const DayDialog = lazyWithPreload(() => import('./day-dialog.tsx'));

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** What a day shows of its campaigns; the others are in its list. */
const SHOWN = 3;

interface MonthTableProps {
  month: Month;
  now: Date;
  days: ReadonlyMap<Day, readonly DayEntry[]>;
}

/** A month as a table: a row a week, a cell a day. */
export function MonthTable({ month, now, days }: MonthTableProps) {
  const [opened, setOpened] = useState<Day | null>(null);
  return (
    <>
      <table aria-label={`Campaigns in ${monthText(month)}`} className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th
                key={weekday}
                scope="col"
                abbr={weekday}
                className="p-2 text-left text-sm font-medium text-ink-3"
              >
                {weekday.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            <tr key={index}>
              {week.map((day, weekday) =>
                day === null ? (
                  <td
                    key={weekday}
                    className="border border-line bg-sunken first:border-l-0 last:border-r-0"
                  />
                ) : (
                  <DayCell
                    key={day}
                    day={day}
                    now={now}
                    entries={days.get(day) ?? []}
                    onOpen={() => {
                      setOpened(day);
                    }}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Suspense>
        {opened !== null && (
          <DayDialog
            day={opened}
            entries={days.get(opened) ?? []}
            onClose={() => {
              setOpened(null);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

interface DayCellProps {
  day: Day;
  now: Date;
  entries: readonly DayEntry[];
  onOpen: () => void;
}

function DayCell({ day, now, entries, onOpen }: DayCellProps) {
  const isToday = day === dayOf(now);
  const more = entries.length - SHOWN;
  return (
    <td className="group h-28 border border-line p-1.5 align-top first:border-l-0 last:border-r-0">
      <div className="mb-1 flex items-center justify-between">
        <time
          dateTime={day}
          aria-current={isToday ? 'date' : undefined}
          className={cx(
            'grid size-6 place-items-center rounded-full text-sm',
            isToday ? 'bg-accent font-semibold text-on-accent' : 'text-ink-2',
          )}
        >
          {Number(day.slice(8))}
        </time>
        <StartLink day={day} start={startDayOf(day, now)} />
      </div>
      {entries.length > 0 && <DayEntries brief entries={entries.slice(0, SHOWN)} />}
      {more > 0 && (
        <button
          type="button"
          onClick={onOpen}
          className="mt-1 cursor-pointer rounded-control px-2 py-1 text-sm text-ink-2 hover:bg-ink/6 hover:text-ink pointer-coarse:min-h-11"
        >
          +{formatNumber(more)} more<span className="sr-only"> on {dayText(day)}</span>
        </button>
      )}
    </td>
  );
}

/** Begins a campaign on a day; it shows under the pointer, with the focus, and where there is no pointer. */
function StartLink({ day, start }: { day: Day; start: string | null }) {
  if (start === null) return null;
  const text = `New campaign on ${dayText(day)}`;
  return (
    <SmartLink
      href={paths.campaignOn(start)}
      aria-label={text}
      title={text}
      className={cx(
        'grid size-6 place-items-center rounded-control text-ink-2 opacity-0 hover:bg-ink/6 hover:text-ink',
        'group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100',
      )}
    >
      <Icon icon={Plus} size={15} />
    </SmartLink>
  );
}
