import type { Delimiter } from './csv-reader.ts';
import type { CsvRecord } from './csv-record.ts';

const MARKS: Readonly<Record<Delimiter, string>> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a vertical bar',
};

/**
 * Finds rows with more cells than the header has and more filled ones than it names, which may stand under wrong names, and what
 * stands in columns without a heading.
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
  let [columns, named] = [Infinity, Infinity];
  let unnamed: readonly number[] = [];
  return {
    header(cells) {
      columns = cells.length;
      unnamed = [...cells.keys()].filter((at) => cells[at]?.trim() === '' && !matched.includes(at));
      named = cells.findLastIndex((_, at) => !unnamed.includes(at)) + 1;
    },
    problem(record) {
      if (record.count <= columns) return null;
      // Where lines end in a separator, one within a cell moves the last cell under the empty end of the header.
      let filled = record.count;
      while (filled > named && record.cell(filled - 1).trim() === '') filled -= 1;
      if (filled <= named) return null;
      const under = named === 1 ? '1 column' : `${String(named)} columns`;
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
