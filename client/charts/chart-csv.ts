import { spreadsheetHead, spreadsheetLine } from '#shared/csv-line.ts';

/** A row of a chart's table. */
export interface ChartRow {
  /** Unique; stands for the name in the CSV file, such as `2026-11-20` for a day. */
  key: string;
  name: string;
  /** Numbers, or what the chart says instead, such as `95%`. */
  values: readonly (number | string)[];
}

/** Returns the rows of a chart as CSV for spreadsheets. What has no value, which the table shows as `-`, is empty. */
export function chartCsv(headers: readonly string[], rows: readonly ChartRow[]): string {
  const lines = rows.map(({ key, values }) =>
    spreadsheetLine([key, ...values.map((value) => (value === '-' ? '' : value))]),
  );
  return spreadsheetHead(headers) + lines.join('');
}
