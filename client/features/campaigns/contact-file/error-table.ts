import type { LineError } from '#shared/error-codes.ts';

/** A compact, transferable list of line errors: each distinct message is stored once. */
export interface ErrorTable {
  lines: Uint32Array;
  /** For each error, the index of its message in `messages`. */
  messageIds: Uint16Array;
  messages: readonly string[];
}

/** Creates a builder that collects line errors one by one. */
export function createErrorTableBuilder(): {
  add(error: LineError): void;
  readonly count: number;
  build(): ErrorTable;
} {
  let lines = new Uint32Array(64);
  let messageIds = new Uint16Array(64);
  const idByMessage = new Map<string, number>();
  let count = 0;
  return {
    add({ line, message }) {
      if (count === lines.length) {
        lines = copyInto(lines, new Uint32Array(count * 2));
        messageIds = copyInto(messageIds, new Uint16Array(count * 2));
      }
      let id = idByMessage.get(message);
      if (id === undefined) idByMessage.set(message, (id = idByMessage.size));
      lines[count] = line;
      messageIds[count] = id;
      count += 1;
    },
    get count() {
      return count;
    },
    build: () => ({
      lines: lines.slice(0, count),
      messageIds: messageIds.slice(0, count),
      messages: [...idByMessage.keys()],
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
function errorAt({ lines, messageIds, messages }: ErrorTable, index: number): LineError {
  return { line: lines[index] ?? 0, message: messages[messageIds[index] ?? 0] ?? '' };
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
