import { dayLabel } from './day-label.ts';
import type { DayValue } from './chart-layout.ts';
import { CHART_HEIGHT } from './chart-size.ts';

/** The numbers of a chart to be read instead of looked at. */
export function DayTable({
  label,
  header,
  data,
  format,
}: {
  label: string;
  header: string;
  data: readonly DayValue[];
  format: (value: number) => string;
}) {
  return (
    <table aria-label={label} className="w-full text-sm" style={{ minHeight: CHART_HEIGHT }}>
      <thead className="text-ink-3">
        <tr>
          <th scope="col" className="text-left font-normal">
            Day (UTC)
          </th>
          <th scope="col" className="text-right font-normal">
            {header}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {data.map(({ day, value }) => (
          <tr key={day}>
            <th scope="row" className="text-left font-normal">
              {dayLabel(day)}
            </th>
            <td className="text-right">{format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
