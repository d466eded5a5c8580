import ChartTable from './chart-table.tsx';
import { dayLabel } from './chart-days.ts';

interface DayTableProps {
  label: string;
  /** The headers of the value columns. */
  headers: readonly string[];
  /** UTC days (`YYYY-MM-DD`) with their values. */
  rows: readonly { day: string; values: readonly (number | string)[] }[];
  /** The name of the CSV file, without its extension. */
  file: string;
}

/** The data of a chart over days as a table. */
export default function DayTable({ label, headers, rows, file }: DayTableProps) {
  return (
    <ChartTable
      label={label}
      headers={['Day (UTC)', ...headers]}
      rows={rows.map(({ day, values }) => ({ key: day, name: dayLabel(day, rows.length), values }))}
      file={file}
    />
  );
}
