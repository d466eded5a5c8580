import { Download } from 'lucide-react';
import { formatNumber } from '#shared/formats.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { CHART_HEIGHT } from './chart-format.ts';
import { chartCsv, type ChartRow } from './chart-csv.ts';

interface ChartTableProps {
  /** The accessible name of the table. */
  label: string;
  /** The headers; the first is that of the rows' names. */
  headers: readonly string[];
  rows: readonly ChartRow[];
  /** The name of the CSV file, without its extension. */
  file: string;
}

/** From this number of rows on, the table scrolls within the card. */
const MANY_ROWS = 15;

/** The data of a chart as a table, and as a CSV file. */
export default function ChartTable({ label, headers, rows, file }: ChartTableProps) {
  const scrolls = rows.length >= MANY_ROWS;
  return (
    <>
      <div
        className={scrolls ? 'max-h-96 overflow-auto rounded-control' : 'overflow-x-auto'}
        {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': `${label}, all rows` })}
      >
        <table aria-label={label} className="w-full text-sm" style={{ minHeight: CHART_HEIGHT }}>
          <thead className="sticky top-0 bg-surface text-ink-3">
            <tr>
              {headers.map((header, index) => (
                <th
                  key={header}
                  scope="col"
                  className={index === 0 ? 'text-left font-normal' : 'pl-3 text-right font-normal'}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ key, name, values }) => (
              <tr key={key}>
                <th scope="row" className="py-0.5 text-left font-normal">
                  {name}
                </th>
                {values.map((value, index) => (
                  <td key={headers[index + 1]} className="pl-3 text-right">
                    {typeof value === 'number' ? formatNumber(value) : value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ButtonLink
        variant="ghost"
        size="sm"
        icon={Download}
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(chartCsv(headers, rows))}`}
        download={`${file}.csv`}
        className="mt-2 -ml-3"
      >
        Download CSV
      </ButtonLink>
    </>
  );
}
