import { ChartNoAxesColumn, Table2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { IconButton } from '#client/ui/controls/button.tsx';
import { CHART_HEIGHT, dayLabel } from './chart-format.ts';

interface ChartCardProps {
  title: string;
  /** A summary of the chart, or the reason why it is empty. */
  caption: ReactNode;
  chart: ReactNode;
  /** The same data as an accessible table. */
  table: ReactNode;
  className?: string;
}

/** A card that toggles between a chart and its table. */
export function ChartCard({ title, caption, chart, table, className }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card className={className}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <span className="-my-1.5 flex items-center gap-1.5">
          {caption}
          <IconButton
            variant="ghost"
            label={asTable ? `${title}: show the chart` : `${title}: show the numbers`}
            icon={asTable ? ChartNoAxesColumn : Table2}
            className="-mr-2"
            onClick={() => {
              setAsTable(!asTable);
            }}
          />
        </span>
      </CardHeader>
      <CardBody className="pt-4">{asTable ? table : chart}</CardBody>
    </Card>
  );
}

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
