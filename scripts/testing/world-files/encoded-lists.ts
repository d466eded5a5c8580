import type { WorldList } from './world-list.ts';

/** Text in other encodings, and text that was damaged. */
export const ENCODINGS: readonly WorldList[] = [
  {
    file: 'encodings/mac-roman-cr.csv',
    what: 'Mac Roman, lines that end with CR alone',
    browser: {
      people: [
        '1 José Muñoz +14085550101 14085550101 Zürich',
        '2 Ana Müller +14085550102 14085550102 Köln',
        '3 Luis García +14085550103 14085550103 León',
        '4 Inés López +14085550104 14085550104 Cádiz',
      ],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101', '14085550102', '14085550103', '14085550104'], errors: [] },
  },
  {
    file: 'encodings/mac-roman-crlf.csv',
    what: 'Mac Roman',
    browser: {
      people: [
        '1 José Muñoz +14085550101 14085550101 Zürich',
        '2 Ana Müller +14085550102 14085550102 Köln',
        '3 Luis García +14085550103 14085550103 León',
        '4 Inés López +14085550104 14085550104 Cádiz',
      ],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101', '14085550102', '14085550103', '14085550104'], errors: [] },
  },
  {
    file: 'encodings/mac-roman-capitals.csv',
    what: 'Mac Roman, names that begin with accents',
    browser: {
      people: ['1 Éva Ñandú +14085550101 14085550101 Ägypten'],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101'], errors: [] },
  },
  {
    file: 'encodings/windows-1250.csv',
    what: 'Windows-1250',
    browser: {
      people: ['1 Łukasz Wiśniewski +14085550101 14085550101 Łódź'],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101'], errors: [] },
  },
  {
    file: 'encodings/windows-1251.csv',
    what: 'Windows-1251',
    browser: {
      people: ['1 Ольга Иванова +14085550101 14085550101 Москва'],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101'], errors: [] },
  },
  {
    file: 'encodings/gbk.csv',
    what: 'GBK',
    browser: {
      people: ['1 伟 王 +14085550101 14085550101 北京'],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101'], errors: [] },
  },
  {
    file: 'encodings/shift-jis.csv',
    what: 'Shift JIS',
    browser: {
      people: ['1 太郎 山田 +14085550101 14085550101 東京'],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101'], errors: [] },
  },
  {
    file: 'encodings/mojibake.csv',
    what: 'text that was read in a wrong encoding before it was saved',
    browser: {
      warnings: ['garbled_text 2 2'],
      people: [
        '1 Josã© Muã±oz +14085550101 14085550101 ZÃ¼rich',
        '2 Ana Mã¼ller +14085550102 14085550102 KÃ¶ln',
      ],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101', '14085550102'], errors: [] },
  },
  {
    file: 'encodings/utf8-fffd.csv',
    what: 'UTF-8 with U+FFFD in a name',
    browser: {
      warnings: ['lost_character 1 2'],
      people: [
        '1 Jos� Diaz +14085550101 14085550101',
        '2 Ana Kane +14085550102 14085550102',
        '3 Zoë Roy +14085550103 14085550103',
      ],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101', '14085550102', '14085550103'], errors: [] },
  },
  {
    file: 'world/04-replacement-dnc.csv',
    what: 'a do-not-call list with U+FFFD in a name',
    browser: {
      asked: {
        columns: { FirstName: 'Name', LastName: 'Name', PhoneNumber: 'Phone', RecommendedPhone: 'Phone' },
      },
      warnings: ['lost_character 1 2'],
      people: ['1 Jos� Diaz +14085550101 14085550101', '2 Ana Kane +14085550102 14085550102'],
    },
    rest: 'headers refused',
    suppressed: { phones: ['14085550101', '14085550102'], errors: [] },
  },
  {
    file: 'encodings/utf8-fffd-unused.csv',
    what: 'U+FFFD in a column of its own',
    browser: {
      warnings: ['lost_character 1 2'],
      people: ['1 Ana Diaz +14085550101 14085550101 note=caf�'],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101'], errors: [] },
  },
  {
    file: 'encodings/utf16-fffd.csv',
    what: 'UTF-16 with U+FFFD in a name',
    browser: {
      warnings: ['lost_character 1 2'],
      people: ['1 Jos� Muñoz +14085550101 14085550101 Zürich', '2 Ana Müller +14085550102 14085550102 Köln'],
    },
    rest: 'stored',
    suppressed: { phones: ['14085550101', '14085550102'], errors: [] },
  },
];
