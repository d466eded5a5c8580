import type { WorldList } from './world-list.ts';

/** Rows and places. */
export const ROWS: readonly WorldList[] = [
  {
    file: 'contacts-unquoted-comma.csv',
    what: 'nine cells under eight headers',
    browser: {
      errors: ['3: 9 cells under 8 columns: a comma in a cell needs quotation marks'],
      people: [
        '6 Eva Kane +14085550106 14085550106 Kane Roofing renewal_date=2026-11-15 agent=Kim',
        '8 Bo Reed +14085550108 14085550108 Reed Co renewal_date=2026-12-09 agent=Kim',
      ],
    },
    rest: 'rows refused',
    suppressed: { phones: ['14085550106', '14085550107', '14085550108'], errors: [] },
  },
  {
    file: 'world/06-state-in-words.csv',
    what: 'State and Country in words',
    browser: {
      people: [
        '1 Ana Diaz +14085550101 14085550101 CA US',
        '2 Ben Lee +12125550102 12125550102 NY US',
        '3 Cy Ito +14165550103 14165550103 ON CA',
      ],
    },
    rest: 'stored',
    suppressed: { phones: ['12125550102', '14085550101', '14165550103'], errors: [] },
  },
  {
    file: 'world/21-area-code-483.csv',
    what: "Alabama's new area code",
    browser: {
      people: ['1 Ana Diaz +14835550107 14835550107', '2 Ben Lee +13345550108 13345550108'],
    },
    rest: 'stored',
    windows: ['America/Chicago|AL'],
    suppressed: { phones: ['13345550108', '14835550107'], errors: [] },
  },
  {
    file: 'world/22-oregon.csv',
    what: 'people of Oregon by number or by state',
    browser: {
      people: [
        '1 Ana Diaz +15035550107 15035550107',
        '2 Ben Lee +14585550108 14585550108',
        '3 Cy Ito +14085550109 14085550109 OR',
      ],
    },
    rest: 'stored',
    windows: [
      'America/Los_Angeles|OR',
      'America/Denver,America/Los_Angeles|OR',
      'America/Denver,America/Los_Angeles|CA,OR',
    ],
    suppressed: { phones: ['14085550109', '14585550108', '15035550107'], errors: [] },
  },
  {
    file: 'world/r2-title-rows.csv',
    what: 'titles above the headers',
    browser: {
      asked: {
        columns: {
          id: 'id',
          FirstName: 'FirstName',
          LastName: 'LastName',
          PhoneNumber: 'PhoneNumber',
          RecommendedPhone: 'RecommendedPhone',
        },
        headerRow: 4,
      },
      people: ['1 Ana Diaz +14085550101 14085550101'],
    },
    rest: 'headers refused',
    suppressed: { phones: ['14085550101'], errors: [] },
  },
  {
    file: 'world/r4-checkbox-rows.csv',
    what: 'rows that are blank but for a checkbox',
    browser: {
      people: [
        '1 Ana Diaz +14085550101 14085550101 called=TRUE',
        '2 Ben Lee +14085550102 14085550102 called=FALSE',
      ],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101', '14085550102'], errors: [] },
  },
];
