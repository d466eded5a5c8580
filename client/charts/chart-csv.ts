import { spreadsheetLine } from '#shared/csv-line.ts';

/** A row of a chart's table. */
export interface ChartRow {
  /** Unique; stands for the name in the CSV file, such as `2026-11-20` for a day. */
  key: string;
  name: string;
  /** Numbers, or what the chart says instead, such as `95%`. */
  values: readonly (number | string)[];
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Returns the rows of a chart as CSV, with the mark by which spreadsheets know UTF-8. Formulas are neutralised. */
export function chartCsv(headers: readonly string[], rows: readonly ChartRow[]): string {
  const lines = [headers, ...rows.map(({ key, values }) => [key, ...values])];
  return BYTE_ORDER_MARK + lines.map(spreadsheetLine).join('');
}
