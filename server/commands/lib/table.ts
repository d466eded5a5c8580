/** A column of a text table: heading and alignment. */
export interface Column {
  title: string;
  align?: 'right';
}

/** Aligns columns, two spaces apart, without trailing spaces: first every row is measured, then each is formatted. */
export class TableLayout {
  readonly #columns: readonly Column[];
  readonly #widths: number[];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#widths = columns.map(({ title }) => title.length);
  }

  measure(row: readonly string[]): void {
    for (const [at, width] of this.#widths.entries())
      this.#widths[at] = Math.max(width, (row[at] ?? '').length);
  }

  titles(): string {
    return this.line(this.#columns.map(({ title }) => title));
  }

  line(cells: readonly string[]): string {
    return this.#columns
      .map(({ align }, at) => {
        const [cell, width] = [cells[at] ?? '', this.#widths[at] ?? 0];
        return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  }
}

/** Formats a table of rows that are at hand. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const layout = new TableLayout(columns);
  for (const row of rows) layout.measure(row);
  return [layout.titles(), ...rows.map((row) => layout.line(row))];
}
