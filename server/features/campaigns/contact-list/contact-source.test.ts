import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import type { LineError } from '#shared/error-codes.ts';
import { contactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { CONTACT_BATCH, contactsOfPayload, invalidList, type ContactSource } from './contact-source.ts';
import { contactsOfFile } from './csv-source.ts';
import { InvalidRows } from './invalid-rows.ts';

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

const ROWS = [
  ['1', '', 'Doe', '+12025550143', '12025550143'],
  ['1', 'Jane', 'Doe', '+12025550143', '12025550143'],
  ['2', 'Joe', 'Doe', '+12025550143', '12025550143'],
];

async function leftOutOf(sourceOf: (invalid?: InvalidRows) => ContactSource) {
  const invalid = new InvalidRows();
  const source = sourceOf(invalid);
  await source.check('Hello');
  const names: string[] = [];
  for await (const batch of source.contacts()) names.push(...batch.map(({ first_name: name }) => name));
  expect(names).toEqual(['Jane']);
  expect([0, 1, 2].map((row) => invalid.has(row))).toEqual([true, false, true]);
  await expect(sourceOf().check('Hello')).rejects.toMatchObject({
    details: { errors: [{ line: 2 }, { line: 3 }, { line: 3 }, { line: 4 }] },
  });
}

test('a row of a payload that is left out makes no other a duplicate', async () => {
  const payload = ROWS.map((row) =>
    contactInput.parse(Object.fromEntries(row.map((cell, at) => [CONTACT_COLUMNS[at]?.field, cell]))),
  );
  await leftOutOf((invalid) => contactsOfPayload(payload, { invalid }));
});

test('a row of a file that is left out makes no other a duplicate', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-left-out-'));
  try {
    const path = join(folder, 'list.csv');
    const header = CONTACT_COLUMNS.slice(0, 5).map((column) => column.header);
    await writeFile(path, [header, ...ROWS].map((cells) => cells.join(',')).join('\n'));
    await leftOutOf((invalid) => contactsOfFile(path, '', { invalid }));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([1, 1_000, 2_500])(
  'a file of %i contacts gives all of them in order, in batches',
  async (count) => {
    const folder = await mkdtemp(join(tmpdir(), 'hark-batches-'));
    try {
      const path = join(folder, 'list.csv');
      const header = CONTACT_COLUMNS.slice(0, 5).map((column) => column.header);
      const phones = Array.from({ length: count }, (_, at) => String(12_025_550_000 + at));
      const rows = phones.map((phone, at) => [String(at), 'Ann', 'Lee', `+${phone}`, phone]);
      await writeFile(path, [header, ...rows].map((cells) => cells.join(',')).join('\n'));
      const source = contactsOfFile(path, '');
      expect(await source.check('Hello')).toBe(count);
      const [contacts, numbers]: [string[][], string[]] = [[], []];
      for await (const batch of source.contacts())
        contacts.push(batch.map(({ recommended_phone: phone }) => phone));
      for await (const batch of source.numbers()) numbers.push(...batch.map(({ dialled }) => dialled));
      expect(contacts.flat()).toEqual(phones);
      expect(numbers).toEqual(phones);
      expect(Math.max(...contacts.map(({ length }) => length))).toBe(Math.min(count, CONTACT_BATCH));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
