import { columnNames } from './columns/contact-columns.ts';
import type { Delimiter } from './csv-reader.ts';
import type { CsvRecord } from './csv-record.ts';

const MARKS: Readonly<Record<Delimiter, string>> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a vertical bar',
};

/** Finds rows with more filled cells than the header has columns: their cells may stand under wrong names. */
export interface WidthCheck {
  header(cells: readonly string[]): void;
  /** Returns what is wrong with the width of a row, or null. Short rows and empty cells at the end are fine. */
  problem(record: CsvRecord): string | null;
}

/** Creates a check of the rows of one file. */
export function createWidthCheck(delimiter: Delimiter): WidthCheck {
  let columns = Infinity;
  return {
    header(cells) {
      columns = columnNames(cells).length;
    },
    problem(record) {
      if (record.count <= columns) return null;
      let filled = record.count;
      while (filled > columns && record.cell(filled - 1).trim() === '') filled -= 1;
      if (filled <= columns) return null;
      const under = columns === 1 ? '1 column' : `${String(columns)} columns`;
      return `${String(filled)} cells under ${under}: ${MARKS[delimiter]} in a cell needs quotation marks`;
    },
  };
}
