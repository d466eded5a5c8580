import type { ImportQuestions } from './browser-import.ts';

/** A list as it comes from the world, and what each entrance makes of it. */
export interface WorldList {
  /** Its place below `shared/fixtures`. */
  file: string;
  what: string;
  browser: {
    /** What is asked first; what is proposed is accepted. */
    asked?: ImportQuestions;
    /** The rows that are left out, by line. */
    errors?: readonly string[];
    /** Code, number of contacts and first line of each. */
    warnings?: readonly string[];
    people: readonly string[];
  };
  /**
   * What REST does with the file as it is, for a saved list and a campaign alike: it stores the same people with the same
   * warnings, or refuses the rows with the same errors unless they are to be skipped, or refuses the headers.
   */
  rest: 'stored' | 'rows refused' | 'headers refused';
  /** Where the people may be, by their numbers and states. */
  windows?: readonly string[];
  /** The same file as a do-not-call list, in the browser, over REST and in the operator's command. */
  suppressed: { phones: readonly string[]; errors: readonly string[] };
}
