import { CHART_HEIGHT } from './chart-size.ts';
import { dayLabel } from './day-label.ts';

interface DayTableProps {
  label: string;
  /** The header of the value column. */
  header: string;
  /** UTC days (`YYYY-MM-DD`) with formatted values. */
  rows: readonly { day: string; value: string }[];
}

/** The data of a chart as a table. */
export function DayTable({ label, header, rows }: DayTableProps) {
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
        {rows.map(({ day, value }) => (
          <tr key={day}>
            <th scope="row" className="text-left font-normal">
              {dayLabel(day)}
            </th>
            <td className="text-right">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
