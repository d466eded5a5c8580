import { expect, test } from 'vitest';
import type { LineError } from '#shared/error-codes.ts';
import { invalidList } from './contact-source.ts';

const PHONE = 'phone_number is required';

test.each<[string, LineError[], { text: string; details: object[] }]>([
  ['one error', [{ line: 2, message: PHONE }], { text: 'The contact list has 1 error.', details: [] }],
  [
    'errors of which more is known',
    [
      { line: 2, message: PHONE },
      { line: 3, message: 'phone_number is invalid', value: '555', row: 5 },
      { line: 4, message: 'phone_number appears twice', first_line: 3 },
    ],
    {
      text: 'The contact list has 3 errors.',
      details: [
        { line: 3, value: '555', row: 5 },
        { line: 4, first_line: 3 },
      ],
    },
  ],
  [
    'other headers',
    [{ line: 1, message: 'Invalid headers: name' }],
    { text: 'Invalid CSV headers. Please use sample.', details: [] },
  ],
])(
  'a list with %s is refused with each error, and beside them only what more is known',
  (_, errors, expected) => {
    const { code, message, details } = invalidList(errors);
    expect({ code, text: message, details }).toEqual({
      code: 'INVALID_CSV',
      text: expected.text,
      details: {
        errors: errors.map(({ line, message: problem }) => ({ line, message: problem })),
        error_details: expected.details,
      },
    });
  },
);
