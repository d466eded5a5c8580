/** Thrown on malformed CSV; records after the last emitted one cannot be parsed. */
export class MalformedCsvError extends Error {}

/** A record has more cells than any spreadsheet has columns. */
export class TooManyCellsError extends MalformedCsvError {}

// Made once: a hostile list has one of them in every line, and a stack trace costs more than the line.
export const NEVER_CLOSED = new MalformedCsvError('A quotation mark is never closed');
export const MISPLACED = new MalformedCsvError('A quotation mark is misplaced');
export const TOO_LONG = new MalformedCsvError('The line is too long');
