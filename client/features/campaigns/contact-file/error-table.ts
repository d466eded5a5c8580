import type { LineError } from '#shared/error-codes.ts';

/** Any number of line errors in little memory, fit to be handed over by a worker: messages repeat, so they are numbered. */
export interface ErrorTable {
  lines: Uint32Array;
  /** For each error the index of its message in `texts`. */
  messageIds: Uint16Array;
  messages: readonly string[];
}

/** Gathers line errors one by one. */
export function createErrorTableBuilder(): {
  add(error: LineError): void;
  readonly count: number;
  build(): ErrorTable;
} {
  let lines = new Uint32Array(64);
  let kinds = new Uint16Array(64);
  const texts = new Map<string, number>();
  let count = 0;
  return {
    add({ line, message }) {
      if (count === lines.length) {
        lines = grown(lines, new Uint32Array(count * 2));
        kinds = grown(kinds, new Uint16Array(count * 2));
      }
      let kind = texts.get(message);
      if (kind === undefined) texts.set(message, (kind = texts.size));
      lines[count] = line;
      kinds[count] = kind;
      count += 1;
    },
    get count() {
      return count;
    },
    build: () => ({
      lines: lines.slice(0, count),
      messageIds: kinds.slice(0, count),
      messages: [...texts.keys()],
    }),
  };
}

/** Packs a list of errors. */
export function createErrorTable(errors: readonly LineError[]): ErrorTable {
  const packer = createErrorTableBuilder();
  errors.forEach(packer.add);
  return packer.build();
}

/** The error at an index, as it is shown: "Line {n}: {message}" (B §5). */
export function errorText({ lines, messageIds: kinds, messages: texts }: ErrorTable, index: number): string {
  return `Line ${String(lines[index] ?? 0)}: ${texts[kinds[index] ?? 0] ?? ''}`;
}

/** All errors as a CSV file of two columns. */
export function errorsCsv({ lines, messageIds: kinds, messages: texts }: ErrorTable): Blob {
  const quoted = texts.map((text) => `"${text.replaceAll('"', '""')}"`);
  const rows = Array.from(lines, (line, index) => `${String(line)},${quoted[kinds[index] ?? 0] ?? ''}\r\n`);
  return new Blob(['Line,Message\r\n', ...rows], { type: 'text/csv' });
}

function grown<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
