import { formatCount } from '#shared/formats.ts';

/** What is odd about cells of a list whose contacts are accepted. */
export const LIST_WARNINGS = [
  'unknown_state',
  'unknown_country',
  'several_numbers',
  'lost_character',
  'garbled_text',
  'unnamed_column',
] as const;
export type ListWarningCode = (typeof LIST_WARNINGS)[number];

/** A warning about some contacts of a list, for people; `line` is that of the first of them. */
export interface ListWarning {
  code: ListWarningCode;
  text: string;
  count: number;
  line: number;
}

interface Found {
  count: number;
  line: number;
  value: string;
}

/** The texts of a warning: about so many contacts, of which the first has the value. */
const TEXTS: Readonly<Record<ListWarningCode, (contacts: string, value: string) => string>> = {
  unknown_state: (contacts, value) =>
    `State is not known in ${contacts}, such as “${value}”. It is kept as it is written.`,
  unknown_country: (contacts, value) =>
    `Country is not known in ${contacts}, such as “${value}”. It is kept as it is written.`,
  several_numbers: (contacts, value) =>
    `There are several numbers in a cell of ${contacts}, such as “${value}”. The first one is called.`,
  lost_character: (contacts, value) =>
    `A character was lost in ${contacts} before the file was saved, such as “${value}”.`,
  garbled_text: (contacts, value) =>
    `The text of ${contacts} was garbled before the file was saved, such as “${value}”.`,
  unnamed_column: (contacts, value) =>
    `A column without a heading is filled in ${contacts}, such as “${value}”. It is left out.`,
};

const MAX_SHOWN = 40;

/** The warnings of a list, grouped, with the first contact of each. */
export class ListWarnings {
  readonly #found = new Map<ListWarningCode, Found>();

  /** Counts a contact, by its line and the cell that is odd. */
  note(code: ListWarningCode, line: number, value: string): void {
    const found = this.#found.get(code);
    if (found === undefined) this.#found.set(code, { count: 1, line, value });
    else found.count += 1;
  }

  /** Forgets all warnings, before the list is checked again. */
  clear(): void {
    this.#found.clear();
  }

  /** Returns the warnings, most contacts first. */
  list(): ListWarning[] {
    return [...this.#found]
      .map(([code, { count, line, value }]) => {
        const shown = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
        return { code, text: TEXTS[code](formatCount(count, 'contact'), shown), count, line };
      })
      .toSorted((a, b) => b.count - a.count);
  }
}
