import { z } from 'zod';

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Messages for users where a schema defines none; zod's own are written for programmers. */
z.config({
  customError: (issue) => {
    if (issue.code !== 'invalid_type') return undefined;
    if (issue.input === undefined) return 'is missing';
    const expected = EXPECTED[issue.expected];
    return expected === undefined ? undefined : `must be ${expected}`;
  },
});
