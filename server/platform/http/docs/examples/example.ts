import { csvLine } from '#shared/csv-line.ts';
/** An example of a call. */
export interface Example {
  /** The JSON body, or the query of a GET call. */
  request?: Record<string, unknown>;
  /** The fields of the form beside its file. */
  form?: Record<string, unknown>;
  response: unknown;
}

/** Examples by the name of their procedure. */
export type Examples = Readonly<Record<string, Example>>;

/** Returns a CSV file of one row, by the headers. */
export function csvExample(row: Readonly<Record<string, string>>): string {
  return csvLine(Object.keys(row)) + csvLine(Object.values(row));
}
