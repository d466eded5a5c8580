import type { LastRow } from '#shared/schemas/list-cursor.ts';
import type { ExportSection } from './export-section.ts';

/** Rows read at a time. */
const PAGE = 500;

/** Creates a section of an export. */
export function section(
  name: string,
  columns: readonly string[],
  rows: ExportSection['rows'],
): ExportSection {
  return { name, columns, rows };
}

/** Yields all rows of a list that is read page by page. */
export async function* allOf<Row>(
  page: (range: { after?: LastRow | undefined; limit: number }) => Promise<Row[]>,
  positionOf: (row: Row) => LastRow,
): AsyncGenerator<Row> {
  let after: LastRow | undefined;
  for (;;) {
    const rows = await page({ after, limit: PAGE });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = positionOf(last);
  }
}

/** Returns a time as text; null without one. */
export function iso(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}
