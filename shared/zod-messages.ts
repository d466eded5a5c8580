import type { z } from 'zod';

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What the limits of a value count; a number has none. */
const COUNTED: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
  set: ' entries',
};

/** What is wrong with a value. */
export type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0];

/**
 * Returns the message for users of an issue whose schema defines none; zod's own are written for programmers.
 * It continues a sentence that begins with the name of the value.
 */
export function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return 'is missing';
      const expected = EXPECTED[issue.expected];
      return expected === undefined ? 'is not valid' : `must be ${expected}`;
    }
    case 'too_big':
      return limitText(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'too_small':
      return limitText(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'invalid_value':
      return issue.values.length > 1 ? `must be one of ${issue.values.join(', ')}` : 'is not valid';
    default:
      return 'is not valid';
  }
}

function limitText(origin: string, comparison: string, limit: number | bigint): string {
  const counted = COUNTED[origin];
  if (counted === undefined) return `must be ${comparison} ${String(limit)}`;
  return `must have ${comparison} ${String(limit)}${counted}`;
}
