/** A column of a text table: heading and alignment. */
export interface Column {
  title: string;
  align?: 'right';
}

/** Formats aligned columns, two spaces apart, without trailing spaces. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ align }, at) => {
        const cell = cells[at] ?? '';
        return align === 'right' ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
      })
      .join('  ')
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)];
}
