import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doNotCallFlags, ownFlag, setFlag } from './do-not-call-flags.ts';

const CALLED = 14_085_550_101;

/** Whether a cell under a header sets a flag, beside other columns of the list, of another number or that which is called. */
const sets = (header: string, cell: string, others: readonly string[] = [], other = '(408) 555-0102') => {
  const cells = [cell, ...others.map(() => other)];
  const flags = doNotCallFlags([header, ...others]);
  return setFlag(flags, { cell: (at) => cells[at] ?? '' }, CALLED) !== undefined;
};

const FLAGS = [
  ...[
    'Do Not Call',
    'Do Not Contact',
    'Do Not Phone',
    'Dont Call',
    "Don't Call",
    'No Call',
    'DNC',
    'DND',
    'Is DNC',
  ],
  ...['DNC Status', 'DNC Flag', 'National DNC', 'State DNC List', 'On DNC Registry', 'Phone DNC', 'DNCL'],
  ...['Opted Out', 'Opt Out', 'Opt-Out', 'Has Opted Out Of Calls', 'Phone Opt Out', 'Email/Phone Opt Out'],
  ...['Unsubscribed', 'Unsubscribe', 'Unsubscribed From All', 'Litigator', 'Is Litigator', 'TCPA Litigator'],
];
const NOT_FLAGS = [
  ...[
    'Email Opt Out',
    'Has Opted Out Of Email',
    'HasOptedOutOfEmail',
    'Unsubscribed from email',
    'Fax opt out',
  ],
  ...[
    'Opted out of all email',
    'SMS Opt-Out',
    'Do Not Text',
    'Do Not Mail',
    'Do Not Email',
    'Newsletter opt out',
  ],
  ...[
    'SMS consent',
    'Call consent',
    'Text On',
    'Opt In',
    'Opted In',
    'Accepts SMS Marketing',
    'Callback',
    'Option',
  ],
  ...['DNC Scrubbed', 'DNC Check Date', 'DNC Last Updated', 'Not On DNC', 'Non-DNC', 'DNC Clean', 'DNC Safe'],
  ...[
    'No Calls',
    'Number of calls',
    'Last Call',
    'Contact',
    'Contact No',
    'Notes',
    'Not Contacted',
    'Never Called',
  ],
  ...[
    'Adopted Out',
    'Opt-out deadline',
    'Unsubscribe Link',
    'Do not call before',
    'Paperless opt out',
    'DNC Donor',
    'DNC Delegate',
    'Litigation',
    'Pending Litigation',
    'Copt',
    '',
  ],
];
const spelt = fc.constantFrom<(header: string) => string>(
  (header) => header,
  (header) => header.toUpperCase(),
  (header) => header.toLowerCase().replaceAll(' ', '_'),
  (header) => header.replaceAll(' ', ''),
  (header) => `\uFEFF ${header} `,
);
const YES = [
  '1',
  '1.0',
  'TRUE',
  'true',
  'Yes',
  'YES',
  'y',
  'X',
  't',
  'on',
  'checked',
  '✓',
  '✔️',
  '☑',
  '✅',
  '[x]',
];
const SAID = [
  'DNC',
  'Do Not Call',
  'opted out',
  'Opt-Out',
  'Unsubscribed',
  'Yes - asked in May',
  'National DNC',
  'Sí',
];
const NO = [
  '',
  ' ',
  '0',
  '0.0',
  'FALSE',
  'no',
  'N',
  'f',
  'off',
  'never',
  'None',
  'n/a',
  'NULL',
  '-',
  '☐',
  'No, ok',
];

describe('a column says who must not be called', () => {
  test('by a header such as "Do Not Call", however it is spelt, with a cell that says yes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FLAGS),
        spelt,
        fc.constantFrom(...YES, ...SAID, '2026-10-01', '1/2/26'),
        (header, spell, cell) => {
          expect(sets(spell(header), cell), `${spell(header)}: ${cell}`).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('not with one that says no', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FLAGS), spelt, fc.constantFrom(...NO), (name, spell, cell) => {
        expect(sets(spell(name), cell), `${spell(name)}: ${cell}`).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  describe('by a header that is nothing but a flag, with any cell that is not plainly a no', () => {
    const alone = FLAGS.filter((header) => !/email|litigator/i.test(header));
    const lists = fc.constantFrom('', 'Federal ', 'State ', 'national ', 'TCPA_', 'Internal-');
    const flag = fc.constantFrom(
      'DNC',
      'Do Not Call',
      'DO_NOT_CALL',
      'opt_out',
      'OPTED-OUT',
      'dnd',
      'Litigator',
    );
    const after = fc.constantFrom('', '.', ' - requested', ' (Federal)', ' Registered', ' list', '!');
    const yes = fc.tuple(lists, flag, after).map((parts) => parts.join(''));
    const no = fc.constantFrom(
      ...[
        ...NO,
        'No.',
        'not registered',
        'Not on DNC',
        'Non-DNC',
        'Clean',
        'OK to call',
        'ok',
        'N/A',
        '(none)',
      ],
      ...[
        'DNC: no',
        'State DNC = N',
        'Unsubscribed: no',
        'opt_out: false',
        'Opted In',
        'unknown',
        '00/00/0000',
      ],
      ...[
        'Not found',
        'no match',
        'Nein',
        'FALSCH',
        '[ ]',
        '—',
        'NULL',
        '#N/A',
        'not on the do-not-call list',
      ],
    );
    const between = fc.constantFrom(', ', '; ', ';', '/', ' | ', '\n', ' & ');
    const headers = fc.tuple(fc.constantFrom(...alone), spelt).map(([header, spell]) => spell(header));

    test('whatever it says of a flag, also beside a no', () => {
      fc.assert(
        fc.property(headers, yes, no, between, (header, said, denied, comma) => {
          for (const cell of [said, `${said}${comma}${denied}`, `${denied}${comma}${said}`])
            expect(sets(header, cell), `${header}: ${cell}`).toBe(true);
        }),
        { numRuns: 2_000 },
      );
    });

    test('not where all that it says is no', () => {
      fc.assert(
        fc.property(
          headers,
          fc.array(no, { minLength: 1, maxLength: 3 }),
          between,
          (header, answers, comma) => {
            const cell = answers.join(comma);
            expect(sets(header, cell), `${header}: ${cell}`).toBe(false);
          },
        ),
        { numRuns: 2_000 },
      );
    });

    test.each([
      ...[
        'Registered',
        'active',
        'Phone, Email',
        'Jan 5, 2024',
        '5-Jan-24',
        '20240105',
        'May 2',
        'maybe',
        '3',
        '*',
      ],
      ...[
        'No calls please',
        'not interested',
        'never call again',
        'Not OK to call',
        'No more',
        'ok to text',
        'Federal',
      ],
      ...[
        'National DNC, not state',
        'National DNC not state',
        'DNC (no litigator)',
        'no, DNC',
        'called, asked to stop',
      ],
    ])('with %j', (cell) => {
      for (const header of alone) expect(sets(header, cell), header).toBe(true);
    });

    test('but with other ways only where calls are not said', () => {
      for (const cell of ['Email', 'SMS, email', 'Mail and text', 'ana@example.com']) {
        for (const header of ['Opt Out', 'Unsubscribed', 'Do Not Contact'])
          expect(sets(header, cell)).toBe(false);
        for (const header of ['Do Not Call', 'DNC', 'Phone Opt Out']) expect(sets(header, cell)).toBe(true);
      }
    });
  });

  test.each(['Opt Out Method', 'CA DNC', 'Opt-out notes', 'Litigator', 'Email/Phone Opt Out'])(
    'with other words in its header, as "%s", only with a cell that says so',
    (header) => {
      for (const cell of ['opt_out', 'DNC - Federal', 'Litigator', 'Yes', '2026-10-01'])
        expect(sets(header, cell), cell).toBe(true);
      for (const cell of ['Ana Diaz', 'web', '3', 'maybe', 'not DNC'])
        expect(sets(header, cell), cell).toBe(false);
    },
  );

  test('not by a header about e-mail, consent, checks or the opposite', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NOT_FLAGS),
        spelt,
        fc.constantFrom(...YES, ...SAID, '2026-10-01', 'no'),
        (header, spell, cell) => {
          expect(sets(spell(header), cell), `${spell(header)}: ${cell}`).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test.each([
    'DNC Date',
    'Opt-out date',
    'Opted Out At',
    'Unsubscribed On',
    'Do Not Call Since',
    'DNC Timestamp',
  ])('since when: "%s" with any text but that of none', (header) => {
    for (const cell of ['2026-10-01', 'May 2', '45931', 'x']) expect(sets(header, cell), cell).toBe(true);
    for (const cell of [...NO, '0000-00-00 00:00:00']) expect(sets(header, cell), cell).toBe(false);
  });
});

describe('a flag of one phone', () => {
  const places = fc.constantFrom('1', '2', '3', 'Home', 'Office', 'Mobile', 'Other');
  const phoneOf = (place: string) =>
    place === 'Mobile' ? place : /\d/.test(place) ? `Phone ${place}` : `${place} Phone`;

  test('counts unless another column has its phone, with another number than the one that is called', () => {
    fc.assert(
      fc.property(places, places, fc.constantFrom('DNC', 'Do Not Call'), (called, other, flag) => {
        fc.pre(called !== other);
        // The column that is called has a header of Hark's.
        const others = [phoneOf(other), `${phoneOf(other)} Type`];
        expect(sets(`${phoneOf(called)} ${flag}`, 'Yes', others)).toBe(true);
        expect(sets(`${phoneOf(other)} ${flag}`, 'Yes', others)).toBe(false);
        expect(sets(`${flag} ${phoneOf(other)}`, 'Yes', others)).toBe(false);
        expect(sets(`${phoneOf(other)} ${flag}`, 'Yes', others, '')).toBe(false);
        expect(sets(`${phoneOf(other)} ${flag}`, 'Yes', others, '408-555-0101 ::: 4085550103')).toBe(true);
        expect(sets(flag, 'Yes', others)).toBe(true);
        expect(sets(`Phone ${flag}`, 'Yes', others)).toBe(true);
      }),
    );
  });

  test('is not looked for at the columns of Hark’s, but its phone is', () => {
    expect(doNotCallFlags(['DNC', 'City'], [0])).toEqual([]);
    const cells = ['4085550102', 'Yes', '4085550101', ''];
    const flags = doNotCallFlags(['Phone 1', 'Phone 1 DNC', 'Phone 2', 'Phone 2 DNC'], [0, 2]);
    expect(setFlag(flags, { cell: (at) => cells[at] ?? '' }, CALLED)).toBeUndefined();
  });
});

test('the own columns of a contact have flags, of whose names a list knows more than the contact', () => {
  const flagOf = (custom: Record<string, string>, names?: string[]) => ownFlag(custom, CALLED, names)?.header;
  expect(ownFlag({ plan: 'Yes', do_not_call: ' TRUE ' }, CALLED)).toEqual({
    header: 'do_not_call',
    value: 'TRUE',
  });
  expect(flagOf({ phone_2_dnc: 'Yes' })).toBe('phone_2_dnc');
  expect(flagOf({ phone_2_dnc: 'Yes' }, ['phone_2', 'phone_2_dnc'])).toBeUndefined();
  expect(flagOf({ phone_2_dnc: 'Yes', phone_2: '4085550101' })).toBe('phone_2_dnc');
  expect(ownFlag(undefined, CALLED)).toBeUndefined();
});
