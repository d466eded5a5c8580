import type { LineError } from '#shared/error-codes.ts';

/** A compact, transferable list of line errors: each distinct message is stored once. */
export interface ErrorTable {
  lines: Uint32Array;
  /** For each error, the index of its message in `messages`. */
  messageIds: Uint16Array;
  messages: readonly string[];
  /** For each error, its row in a spreadsheet; 0 where that is its line. */
  rows: Uint32Array;
  /** For each error, the first line that has the same value; 0 for none. */
  firstLines: Uint32Array;
  /** The wrong values of the first errors; '' where there is none. */
  values: readonly string[];
}

/** Errors whose values are kept: nobody reads more, and texts take memory. */
const MAX_VALUES = 10_000;

/** Creates a builder that collects line errors one by one. */
export function createErrorTableBuilder(): {
  add(error: LineError): void;
  readonly count: number;
  build(): ErrorTable;
} {
  let [lines, rows, firstLines] = [new Uint32Array(64), new Uint32Array(64), new Uint32Array(64)];
  let messageIds = new Uint16Array(64);
  const values: string[] = [];
  const idByMessage = new Map<string, number>();
  let count = 0;
  function grow(): void {
    lines = copyInto(lines, new Uint32Array(count * 2));
    rows = copyInto(rows, new Uint32Array(count * 2));
    firstLines = copyInto(firstLines, new Uint32Array(count * 2));
    messageIds = copyInto(messageIds, new Uint16Array(count * 2));
  }
  return {
    add({ line, message, value = '', row = 0, first_line = 0 }) {
      if (count === lines.length) grow();
      let id = idByMessage.get(message);
      if (id === undefined) idByMessage.set(message, (id = idByMessage.size));
      lines[count] = line;
      messageIds[count] = id;
      rows[count] = row;
      firstLines[count] = first_line;
      if (count < MAX_VALUES) values.push(value);
      count += 1;
    },
    get count() {
      return count;
    },
    build: () => ({
      lines: lines.slice(0, count),
      messageIds: messageIds.slice(0, count),
      messages: [...idByMessage.keys()],
      rows: rows.slice(0, count),
      firstLines: firstLines.slice(0, count),
      values,
    }),
  };
}

/** Converts a list of errors to a table. */
export function createErrorTable(errors: readonly LineError[]): ErrorTable {
  const builder = createErrorTableBuilder();
  errors.forEach(builder.add);
  return builder.build();
}

/** Returns the error at an index. */
function errorAt(table: ErrorTable, index: number): LineError {
  const [row = 0, first = 0] = [table.rows[index], table.firstLines[index]];
  const value = table.values[index] ?? '';
  return {
    line: table.lines[index] ?? 0,
    message: table.messages[table.messageIds[index] ?? 0] ?? '',
    ...(value !== '' && { value }),
    ...(first > 0 && { first_line: first }),
    ...(row > 0 && { row }),
  };
}

/** Returns what is shown beside the error at an index: the wrong value, the line it repeats, the row in a spreadsheet. */
export function errorDetail(table: ErrorTable, index: number): { value: string | null; notes: string[] } {
  const { message, value = null, first_line, row } = errorAt(table, index);
  const what = message === 'Duplicate id' ? 'id' : 'number';
  const notes = [
    ...(first_line === undefined ? [] : [`same ${what} as line ${String(first_line)}`]),
    ...(row === undefined ? [] : [`row ${String(row)} of your spreadsheet`]),
  ];
  return { value, notes };
}

/** Returns the number of lines with errors: one may have several, which follow each other. */
export function countLines({ lines }: ErrorTable): number {
  let count = 0;
  for (let index = 0; index < lines.length; index++) if (lines[index] !== lines[index - 1]) count += 1;
  return count;
}

/** Returns the error at an index as it is shown: "Line {n}: {message}". */
export function errorText(table: ErrorTable, index: number): string {
  const { line, message } = errorAt(table, index);
  return `Line ${String(line)}: ${message}`;
}

/** Yields all errors in order. */
export function* errorsOf(table: ErrorTable): Generator<LineError> {
  for (const index of table.lines.keys()) yield errorAt(table, index);
}

function copyInto<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
