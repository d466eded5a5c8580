/** A column of a text table: its heading, and where its cells stand. */
export interface Column {
  title: string;
  align?: 'right';
}

/** Lines of aligned columns, two spaces apart, without spaces at their ends. */
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
