import { dayText } from './calendar-text.ts';
import { DayEntries } from './day-entries.tsx';
import { dayOf, daysOf, type Day, type DayEntry, type Month } from './month-days.ts';

interface MonthAgendaProps {
  month: Month;
  now: Date;
  days: ReadonlyMap<Day, readonly DayEntry[]>;
}

/** A month on a narrow screen: the days that have campaigns, one below the other. */
export function MonthAgenda({ month, now, days }: MonthAgendaProps) {
  const today = dayOf(now);
  return (
    <ol className="border-t border-line">
      {daysOf(month).flatMap((day) => {
        const entries = days.get(day);
        if (entries === undefined) return [];
        return [
          <li key={day} className="border-b border-line px-5 py-3 last:border-b-0">
            <h3 className="mb-2 text-sm font-semibold" aria-current={day === today ? 'date' : undefined}>
              {dayText(day)}
              {day === today && <span className="ml-2 font-medium text-accent">Today</span>}
            </h3>
            <DayEntries entries={entries} />
          </li>,
        ];
      })}
    </ol>
  );
}
