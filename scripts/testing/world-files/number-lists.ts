import type { WorldList } from './world-list.ts';

/** Numbers as they are written and garbled. */
export const NUMBERS: readonly WorldList[] = [
  {
    file: 'world/01-float-dnc.csv',
    what: 'a do-not-call list that went through a spreadsheet as numbers',
    browser: {
      asked: {
        columns: { PhoneNumber: 'PhoneNumber', RecommendedPhone: 'PhoneNumber' },
        missing: 'Choose a column for FirstName.',
      },
      people: [],
    },
    rest: 'headers refused',
    suppressed: {
      phones: ['14085550125'],
      errors: ['2: "408555012.0" is not a US or Canadian phone number: it has a fraction'],
    },
  },
  {
    file: 'world/01-float-listed.csv',
    what: 'numbers of a spreadsheet under documented headers',
    browser: {
      errors: ['2: Invalid phone number format: it has a fraction'],
      people: ['2 Ben Lee +14085550124 14085550124'],
    },
    rest: 'rows refused',
    suppressed: {
      phones: ['14085550123', '14085550124'],
      errors: ['2: "408555012.0" is not a US or Canadian phone number: it has a fraction'],
    },
  },
  {
    file: 'world/01-float-phones.csv',
    what: 'numbers of a spreadsheet, one of nine digits and one that lost its last',
    browser: {
      asked: {
        columns: { FirstName: 'First', LastName: 'Last', PhoneNumber: 'Mobile', RecommendedPhone: 'Mobile' },
      },
      errors: [
        '3: Invalid phone number format: it has a fraction',
        '4: Invalid phone number format: it has too few digits',
      ],
      people: ['1 Ana Diaz +14085550123 14085550123', '4 Di Roy +14085550124 14085550124'],
    },
    rest: 'headers refused',
    suppressed: {
      phones: ['14085550123', '14085550124'],
      errors: [
        '3: "408555012.0" is not a US or Canadian phone number: it has a fraction',
        '4: "1408555012.0" is not a US or Canadian phone number: it has too few digits',
      ],
    },
  },
  {
    file: 'world/07-hidden-characters.csv',
    what: 'invisible characters in names, numbers and states',
    browser: {
      asked: {
        columns: {
          FirstName: 'First',
          LastName: 'Last',
          PhoneNumber: 'Mobile',
          RecommendedPhone: 'Mobile',
          State: 'State',
        },
      },
      people: [
        '1 Ana Diaz +14085550123 14085550123 CA',
        '2 Ben Lee +14085550124 14085550124 CA',
        '3 Cy Ito +14085550125 14085550125 CA',
        '4 Di Roy +14085550126 14085550126 CA',
        '5 Ana Kim +14085550127 14085550127 CA',
        '6 Ed Fox +14085550128 14085550128 CA',
      ],
    },
    rest: 'headers refused',
    suppressed: {
      phones: ['14085550123', '14085550124', '14085550125', '14085550126', '14085550127', '14085550128'],
      errors: [],
    },
  },
  {
    file: 'world/07-hidden-dnc.txt',
    what: 'numbers among invisible characters',
    browser: {
      asked: { columns: {}, missing: 'Choose a column for FirstName.' },
      people: [],
    },
    rest: 'headers refused',
    suppressed: { phones: ['14085550123', '14085550124'], errors: [] },
  },
  {
    file: 'world/08a-registry-flat.txt',
    what: 'the form of the national registry',
    browser: {
      asked: { columns: {}, missing: 'Choose a column for FirstName.' },
      people: [],
    },
    rest: 'headers refused',
    suppressed: { phones: ['14085550101', '14085550102', '16505550103'], errors: [] },
  },
  {
    file: 'world/08b-crm-optouts.csv',
    what: 'opt-outs of a CRM, whose record ids have ten digits',
    browser: {
      asked: {
        columns: {
          id: 'Record ID',
          FirstName: 'First Name',
          LastName: 'Last Name',
          PhoneNumber: 'Mobile Phone',
          RecommendedPhone: 'Mobile Phone',
        },
      },
      errors: ['2', '3'].map((line) => `${line}: “Unsubscribed On” is set for this contact`),
      people: [],
    },
    rest: 'headers refused',
    suppressed: { phones: ['14085550101', '14085550102'], errors: [] },
  },
  {
    file: 'world/r6-bad-area-codes.csv',
    what: 'area codes that do not exist or cost extra, and unusual ones',
    browser: {
      errors: [
        '2: Area code 008 does not exist',
        '3: Area code 108 does not exist',
        '6: Area code 911 does not exist',
        '8: Area code 900 costs extra and is not called',
      ],
      people: [
        '3 Cy Ito +14080550103 14080550103',
        '4 Di Roy +14081110104 14081110104',
        '6 Flo May +15555550106 15555550106',
      ],
    },
    rest: 'rows refused',
    suppressed: {
      phones: ['14080550103', '14081110104', '15555550106'],
      errors: [
        '2: Area code 008 does not exist',
        '3: Area code 108 does not exist',
        '6: Area code 911 does not exist',
        '8: Area code 900 costs extra and is not called',
      ],
    },
  },
];
