import type { CsvRecord } from '#shared/contacts/csv-record.ts';
import { headerMeanings } from './header-meaning.ts';
import { headerWords } from './header-words.ts';

/** Words of a header that says what the phone beside it is: "Phone 1 - Label", "Phone 1 Type". */
const LABEL_WORDS: ReadonlySet<string> = new Set(['label', 'type', 'kind']);
/** Words of a label that says that nobody can be called by the number, or somebody else. */
const NOT_CALLED: ReadonlySet<string> = new Set([
  ...['fax', 'pager', 'telex', 'tty', 'tdd', 'assistant', 'assistants', 'asst', 'secretary'],
  ...['old', 'former', 'previous', 'wrong', 'bad', 'invalid'],
]);

/** A column of phones, and the one that says which phone of a person each is. */
interface LabelledColumn {
  at: number;
  label: number | undefined;
}

/**
 * Returns what reads the phone of a record in the column `at`. If a column beside it says that it is a fax, a pager or an
 * assistant's, it is that of the next numbered column that is none; without one it is returned with its label, so that it
 * is no number.
 */
export function labelledPhone(names: readonly string[], at: number): (source: CsvRecord) => string {
  const labels = new Map(
    names.flatMap((name, position) => {
      const words = headerWords(name);
      return isPhoneLabel(words) ? [[columnKey(words), position] as const] : [];
    }),
  );
  const words = headerWords(names[at] ?? '');
  const label = labels.get(columnKey(words));
  if (label === undefined) return (source) => source.cell(at);
  const others = names.flatMap((name, position): LabelledColumn[] => {
    const other = headerWords(name);
    const isPhone = headerMeanings(name).some(({ target }) => target === 'phone_number');
    if (position === at || !isPhone || seriesOf(other) !== seriesOf(words)) return [];
    return [{ at: position, label: labels.get(columnKey(other)) }];
  });
  return (source) => {
    const cell = source.cell(at);
    const said = source.cell(label).trim();
    if (cell.trim() === '' || isCalled(said)) return cell;
    const other = others.find(
      (column) =>
        source.cell(column.at).trim() !== '' &&
        (column.label === undefined || isCalled(source.cell(column.label))),
    );
    return other === undefined ? `${said}: ${cell.trim()}` : source.cell(other.at);
  };
}

function isPhoneLabel(words: readonly string[]): boolean {
  return words.some((word) => LABEL_WORDS.has(word)) && (words.includes('phone') || words.includes('mobile'));
}

function isCalled(label: string): boolean {
  return !headerWords(label).some((word) => NOT_CALLED.has(word));
}

/** Returns what the headers of a phone and of its label have in common: "Phone 1 - Type" and "Phone Number 1" are `phone 1`. */
function columnKey(words: readonly string[]): string {
  const common = words.filter((word) => !LABEL_WORDS.has(word) && word !== 'number' && word !== 'line');
  return common.toSorted().join(' ');
}

/** Returns what the headers of numbered columns have in common: "Phone 1" and "Phone 2" are `phone`. */
function seriesOf(words: readonly string[]): string {
  return columnKey(words.filter((word) => !/^\d$/.test(word)));
}
