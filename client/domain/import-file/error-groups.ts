import { formatNumber } from '#shared/formats.ts';
import type { ErrorTable } from './error-table.ts';

/** The errors of one kind. */
export interface ErrorGroup {
  /** How many rows have it, in words: "20 duplicates". */
  text: string;
  /** The indexes of its errors in the table. */
  indexes: Uint32Array;
}

/** Kinds of errors by their messages, with their names for one and several rows; `$1` is a part of the message. */
const KINDS: readonly (readonly [message: RegExp, one: string, several: string])[] = [
  [/^“.*” is set for this contact$/, 'marked do not call', 'marked do not call'],
  [/^Duplicate id/, 'duplicate id', 'duplicate ids'],
  [/^Duplicate/, 'duplicate', 'duplicates'],
  [/^Missing (.+)/, 'without $1', 'without $1'],
  [/^Invalid state/, 'bad state', 'bad states'],
  [/^Invalid country/, 'bad country', 'bad countries'],
  [/longer than/, 'too long', 'too long'],
  [/^The message is empty/, 'empty message', 'empty messages'],
  [/phone|number|area code|extension/i, 'bad number', 'bad numbers'],
];
const OTHER = ['other error', 'other errors'] as const;

/** Returns the errors by kind, the most frequent first. A row that has errors of several kinds is in each. */
export function errorGroups(table: ErrorTable): ErrorGroup[] {
  const kinds = table.messages.map(kindOf);
  const names = [...new Set(kinds.map(({ several }) => several))];
  const groups = names.map((name) => {
    const isOf = (messageId: number) => kinds[messageId]?.several === name;
    const indexes = Uint32Array.from(table.lines.keys()).filter((index) =>
      isOf(table.messageIds[index] ?? 0),
    );
    const rows = countRows(table, indexes);
    const words = rows === 1 ? kinds.find(({ several }) => several === name)?.one : name;
    return { rows, group: { text: `${formatNumber(rows)} ${words ?? name}`, indexes } };
  });
  return groups.toSorted((a, b) => b.rows - a.rows).map(({ group }) => group);
}

function kindOf(message: string): { one: string; several: string } {
  for (const [pattern, one, several] of KINDS) {
    const part = pattern.exec(message)?.[1] ?? '';
    if (pattern.test(message)) return { one: one.replace('$1', part), several: several.replace('$1', part) };
  }
  return { one: OTHER[0], several: OTHER[1] };
}

function countRows({ lines }: ErrorTable, indexes: Uint32Array): number {
  let [rows, line] = [0, 0];
  for (const index of indexes) {
    if (lines[index] !== line) rows += 1;
    line = lines[index] ?? 0;
  }
  return rows;
}
