import type { Delimiter } from './csv-reader.ts';
import type { CsvRecord } from './csv-record.ts';

const MARKS: Readonly<Record<Delimiter, string>> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a vertical bar',
};

/**
 * Finds rows with more filled cells than the header has, whose cells may stand under wrong names, and what stands in columns
 * without a heading.
 */
export interface WidthCheck {
  header(cells: readonly string[]): void;
  /** Returns what is wrong with the width of a row, or null. Short rows and empty cells at the end are fine. */
  problem(record: CsvRecord): string | null;
  /** Returns the first cell of a row that is left out as its column has no heading; '' if none is filled. */
  leftOut(record: CsvRecord): string;
}

/** Creates a check of the rows of one file. `matched` has the positions of columns that are read without a heading, too. */
export function createWidthCheck(delimiter: Delimiter, matched: readonly number[] = []): WidthCheck {
  let columns = Infinity;
  let unnamed: readonly number[] = [];
  return {
    header(cells) {
      columns = cells.length;
      unnamed = [...cells.keys()].filter((at) => cells[at]?.trim() === '' && !matched.includes(at));
    },
    problem(record) {
      if (record.count <= columns) return null;
      let filled = record.count;
      while (filled > columns && record.cell(filled - 1).trim() === '') filled -= 1;
      if (filled <= columns) return null;
      const under = columns === 1 ? '1 column' : `${String(columns)} columns`;
      return `${String(filled)} cells under ${under}: ${MARKS[delimiter]} in a cell needs quotation marks`;
    },
    leftOut(record) {
      for (const at of unnamed) {
        const cell = record.cell(at).trim();
        if (cell !== '') return cell;
      }
      return '';
    },
  };
}
