import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { suggestMapping } from '#shared/contacts/columns/suggest-mapping.ts';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import type { ContactFileOutcome } from './file-summary.ts';
import {
  AS_WRITTEN,
  COLUMN,
  NO_HEADER,
  type ColumnMapping,
  type FileReading,
} from '#shared/contacts/columns/column-mapping.ts';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { rememberedMapping, rememberMapping } from './file-reading.ts';
import { readContactFile } from './read-contact-file.ts';
import { errorDetail, errorsOf } from './error-table.ts';
import { cellsBelow, headerRowOf, sampleCells } from './file-header.ts';

const read = (content: BlobPart, reading: Partial<FileReading> = {}) =>
  readContactFile(new Blob([content]), () => undefined, { ...AS_WRITTEN, ...reading });
const WORLD = new URL('../../../shared/fixtures/world/', import.meta.url);
const readyOf = (outcome: ContactFileOutcome) => {
  if (outcome.kind !== 'ready') throw new Error(`The file is ${outcome.kind}`);
  return outcome;
};

/** Returns the mapping that is proposed for a file. */
async function proposedFor(content: BlobPart): Promise<ColumnMapping> {
  const { outcome } = await read(content);
  if (outcome.kind !== 'header') throw new Error(`The file is ${outcome.kind}`);
  return suggestMapping(outcome.header.names, cellsBelow(outcome.header)).mapping;
}

const CRM = [
  'Given name;Surname;Mobile;Plan;City',
  'ann;LEE;(202) 555-0100;"Gold; old";Zürich',
  '',
  'bo;Orr;202.555.0101;;Ulm',
].join('\r\n');
const names = ['Given name', 'Surname', 'Mobile', 'Plan', 'City'];
const mapping = await proposedFor(CRM);

describe('a column without a heading', () => {
  const DOCUMENTED = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone';
  const of = (leftOut: string, count = 1) => ({
    code: 'unnamed_column',
    text: expect.stringContaining(`“${leftOut}”`) as string,
    count,
  });

  test.each([
    ['First Name,Last Name,Phone,\nAna,Diaz,(408) 555-0101,call after 5\nBo,Orr,(408) 555-0102,'],
    ['First Name,,Last Name,Phone\nAna,call after 5,Diaz,(408) 555-0101\nBo,,Orr,(408) 555-0102'],
    [`${DOCUMENTED},\n1,Ana,Diaz,+14085550101,14085550101,call after 5\n2,Bo,Orr,+14085550102,14085550102`],
  ])('refuses no row, and is named: %s', async (content) => {
    const isMatched = !content.startsWith(DOCUMENTED);
    const as = isMatched ? { mapping: await proposedFor(content) } : {};
    const { summary, matched } = readyOf((await read(content, as)).outcome);
    expect(summary.warnings).toMatchObject([of('call after 5')]);
    expect([summary.contacts, summary.otherColumns]).toEqual([2, []]);
    expect((await matched?.text())?.includes('call after 5') ?? false).toBe(false);
  });

  test('is named of the rows that remain, too', async () => {
    const content = 'First Name,Phone,\nAna,1,x\nBo,(408) 555-0102,y\nCy,(408) 555-0103,z';
    const mapping = await proposedFor(content);
    const { outcome } = await read(content, {
      mapping: { ...mapping, lastNameOptional: true },
      skipsInvalid: true,
    });
    const { summary, skipped } = readyOf(outcome);
    expect([summary.contacts, skipped?.count]).toEqual([2, 1]);
    expect(summary.warnings).toMatchObject([of('y', 2)]);
  });

  test('is not named where it is matched', async () => {
    const content = 'First Name,,Phone\nAna,Diaz,(408) 555-0101\nBo,Orr,(408) 555-0102';
    const proposed = await proposedFor(content);
    const positions = proposed.positions.with(COLUMN.last_name, 1);
    const { summary } = readyOf((await read(content, { mapping: { ...proposed, positions } })).outcome);
    expect(summary.warnings).toEqual([]);
  });
});

describe('a file with other headers', () => {
  test('is reported with its columns and three different cells of each', async () => {
    const { outcome } = await read(`${CRM}\r\nann;Poe;2025550103;;\r\ncy;Ray;2025550104;;Bern`);
    if (outcome.kind !== 'header') throw new Error('The headers are wrong');
    expect(outcome.header.names).toEqual(names);
    expect(sampleCells(outcome.header)).toEqual([
      ['ann', 'bo', 'cy'],
      ['LEE', 'Orr', 'Poe'],
      ['(202) 555-0100', '202.555.0101', '2025550103'],
      ['Gold; old'],
      ['Zürich', 'Ulm', 'Bern'],
    ]);
  });

  test('below titles has them in the row that names the most columns, and counts rows of the file', async () => {
    const content = `Report;;\r\n\r\nExported 2026-11-20;;\r\n${CRM}\r\ncy;Poe;555;;`;
    const { outcome } = await read(content);
    if (outcome.kind !== 'header') throw new Error('The headers are wrong');
    expect([headerRowOf(outcome.header), outcome.header.names]).toEqual([4, names]);
    expect([...errorsOf(outcome.errors)]).toEqual([{ line: 1, message: 'Invalid headers' }]);
    const matched = await read(content, { mapping: { ...mapping, headerRow: 4 } });
    expect(matched.outcome.kind === 'data' && [...errorsOf(matched.outcome.errors)]).toMatchObject([
      { line: 4, row: 8, message: 'Invalid phone number format: it has too few digits', value: '555' },
    ]);
    const skipping = { mapping: { ...mapping, headerRow: 4 }, skipsInvalid: true };
    expect(readyOf((await read(content, skipping)).outcome).summary.contacts).toBe(2);
  });

  test('may have people without a last name where the mapping says so', async () => {
    const content = 'Name,Phone\nAna Diaz,(408) 555-0101\nBen,(408) 555-0102\n';
    const split = suggestMapping(
      ['Name', 'Phone'],
      [
        ['Ana Diaz', 'Ben'],
        ['(408) 555-0101', '(408) 555-0102'],
      ],
    );
    const { outcome, contact, messageErrors } = await read(content, { mapping: split.mapping });
    expect(readyOf(outcome).summary).toMatchObject({ contacts: 2, empty: { last_name: 1 } });
    expect(await contact(0)).toMatchObject({ id: '1', first_name: 'Ana', last_name: 'Diaz' });
    expect(await contact(1)).toMatchObject({ id: '2', first_name: 'Ben', last_name: '' });
    expect([...errorsOf(await messageErrors('{last_name}'))]).toMatchObject([{ line: 3 }]);
    const strict = await read(content, { mapping: { ...split.mapping, lastNameOptional: false } });
    expect(strict.outcome.kind === 'data' && [...errorsOf(strict.outcome.errors)]).toEqual([
      { line: 3, message: 'Missing LastName' },
    ]);
  });

  test.each(['utf-8', 'utf-16le', 'windows-1252'] as const)(
    'is matched to Hark’s in %s',
    async (encoding) => {
      const { outcome, contact } = await read(encodeText(CRM, encoding), { mapping });
      const { summary, matched, skipped } = readyOf(outcome);
      expect(summary).toMatchObject({ contacts: 2, otherColumns: ['Plan'], own: [{ name: 'plan' }] });
      expect(skipped).toBeNull();
      expect(await matched?.text()).toBe(
        [
          'id,FirstName,LastName,PhoneNumber,RecommendedPhone,City,Plan',
          '1,ann,LEE,(202) 555-0100,12025550100,Zürich,Gold; old',
          '2,bo,Orr,202.555.0101,12025550101,Ulm,',
          '',
        ].join('\n'),
      );
      expect(await contact(1)).toMatchObject({ id: '2', first_name: 'Bo', phone_number: '+12025550101' });
    },
  );

  test('of phones that went through a spreadsheet calls whole numbers, and nobody else', async () => {
    const file = await readFile(new URL('01-float-phones.csv', WORLD));
    const reading = { mapping: await proposedFor(new Uint8Array(file)) };
    const { outcome } = await read(new Uint8Array(file), reading);
    const errors = outcome.kind === 'data' ? [...errorsOf(outcome.errors)] : [];
    expect(errors.map(({ line, message }) => [line, message])).toEqual([
      [3, 'Invalid phone number format: it has a fraction'],
      [4, 'Invalid phone number format: it has too few digits'],
    ]);
    const { contact } = await read(new Uint8Array(file), { ...reading, skipsInvalid: true });
    expect(await contact(0)).toMatchObject({ first_name: 'Ana', recommended_phone: '14085550123' });
    expect(await contact(1)).toMatchObject({ first_name: 'Di', recommended_phone: '14085550124' });
  });

  test('with invisible characters is read without them', async () => {
    const file = await readFile(new URL('07-hidden-characters.csv', WORLD));
    const reading = { mapping: await proposedFor(new Uint8Array(file)) };
    const { outcome, contact } = await read(new Uint8Array(file), reading);
    expect(readyOf(outcome).summary).toMatchObject({ contacts: 6, warnings: [] });
    const contacts = await Promise.all([0, 1, 2, 3, 4, 5].map(contact));
    expect(contacts.map((found) => [found?.first_name, found?.recommended_phone, found?.state])).toEqual(
      ['Ana', 'Ben', 'Cy', 'Di', 'Ana', 'Ed'].map((name, at) => [name, `1408555012${String(at + 3)}`, 'CA']),
    );
  });

  test('with several numbers in a cell calls the first, and says so', async () => {
    const csv = 'First,Last,Mobile,State\nAna,Diaz,408-555-0123 ::: 408-555-0124,Atlantis\n';
    const { outcome, contact } = await read(csv, {
      mapping: await proposedFor(csv),
    });
    expect(await contact(0)).toMatchObject({
      phone_number: '+14085550123',
      recommended_phone: '14085550123',
    });
    expect(readyOf(outcome).summary.warnings).toMatchObject([
      { code: 'unknown_state', count: 1 },
      { code: 'several_numbers', count: 1 },
    ]);
  });

  test('with a mapping of another file has wrong headers', async () => {
    expect((await read('a;b\n1;2\n', { mapping })).outcome.kind).toBe('header');
  });

  test('with more than a thousand columns is one clear error', async () => {
    const { outcome } = await read(`${'a,'.repeat(1_000)}a\n1\n`);
    expect(outcome.kind === 'header' && [...errorsOf(outcome.errors)]).toEqual([
      { line: 1, message: 'Invalid headers: more than 1000 columns' },
    ]);
  });

  test('with a header of a megabyte has names that can be shown', async () => {
    const { outcome } = await read(`Phone,${'x'.repeat(1024 * 1024)}\n1,2\n`);
    expect(outcome.kind === 'header' && outcome.header.names[1]?.length).toBe(81);
  });
});

describe('rows with errors', () => {
  const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone,City';
  const content = [
    HEADER,
    '1,ann,Lee,+12025550100,12025550100,Bern',
    '',
    '2,bo,Orr,+12025550101,1408555123,"Ulm, Süd"',
    '3,"cy\nlou",Poe,+12025550100,12025550100,=1+1',
    '4,di,Ray,+12025550103,12025550103,',
    '5,,Sol,+12025550104,12025550104,',
    '6,ed,Tan,+12025550105,12025550105,',
  ].join('\n');

  test('show the value, the line they repeat and the row of the spreadsheet', async () => {
    const { outcome } = await read(content);
    if (outcome.kind !== 'data') throw new Error('The rows are wrong');
    expect(outcome.canSkip).toBe(true);
    expect([...errorsOf(outcome.errors)]).toEqual([
      { line: 3, message: 'Invalid recommended phone format', value: '1408555123', row: 4 },
      { line: 4, message: 'Duplicate phone number', value: '+12025550100', first_line: 2, row: 5 },
      { line: 6, message: 'Missing FirstName', row: 7 },
    ]);
    expect(errorDetail(outcome.errors, 1)).toEqual({
      value: '+12025550100',
      notes: ['same number as line 2', 'row 5 of your spreadsheet'],
    });
  });

  test('are left out, and listed with their reasons', async () => {
    const { outcome, contact, messageErrors } = await read(content, { skipsInvalid: true });
    const { summary, skipped, matched } = readyOf(outcome);
    expect(summary.contacts).toBe(3);
    expect(await contact(1)).toMatchObject({ id: '4' });
    expect(skipped?.count).toBe(3);
    expect(await skipped?.csv.text()).toBe(
      [
        `Line,Row,Reason,${HEADER}`,
        `3,4,Invalid recommended phone format,2,bo,Orr,'+12025550101,1408555123,"Ulm, Süd"`,
        `4,5,Duplicate phone number,3,"cy\nlou",Poe,'+12025550100,12025550100,'=1+1`,
        `6,7,Missing FirstName,5,,Sol,'+12025550104,12025550104,`,
        '',
      ].join('\n'),
    );
    expect((await matched?.text())?.split('\n')).toHaveLength(5);
    const lines = (await messageErrors('{city}')).lines;
    expect([...lines]).toEqual([5, 7]);
  });

  test('make no others duplicates where they are left out, and otherwise do', async () => {
    const rows = [`1,,Doe,+12025550143,12025550143,`, `1,jane,Doe,+12025550143,12025550143,`];
    const text = `${HEADER}\n${rows.join('\n')}\n`;
    const { outcome } = await read(text);
    expect(outcome).toMatchObject({ kind: 'data', canSkip: true });
    if (outcome.kind === 'data') expect([...outcome.errors.lines]).toEqual([2, 3, 3]);
    const left = await read(text, { skipsInvalid: true });
    expect(readyOf(left.outcome)).toMatchObject({ summary: { contacts: 1 }, skipped: { count: 1 } });
    expect(await left.contact(0)).toMatchObject({ first_name: 'Jane' });
  });

  test('that are blank but for a checkbox are skipped, and those above remain as they are', async () => {
    const rows = [
      '1,ann,Lee,+12025550100,12025550100,TRUE',
      ',,,,,FALSE',
      ',,,,,0',
      ',,,,,✓',
      ',,,,, no ',
      ',,,,,☐',
    ];
    const { outcome } = await read(`${HEADER}\n${rows.join('\n')}\n`);
    expect(readyOf(outcome).summary.contacts).toBe(1);
    const filled = await read(`${HEADER}\n${rows.join('\n')}\n1,,,,,FALSE\n`);
    expect(filled.outcome.kind).toBe('data');
  });

  test('cannot be left out if nothing remains, or if the rest of the file cannot be read', async () => {
    const only = await read(`${HEADER}\n1,ann,Lee,none,none,`, { skipsInvalid: true });
    expect(only.outcome).toMatchObject({ kind: 'data', canSkip: false });
    const torn = await read(`${content}\n7,"ed,Tan`, { skipsInvalid: true });
    expect(torn.outcome).toMatchObject({ kind: 'data', canSkip: false });
  });
});

test('mappings are remembered by their header, the last twenty', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  } as unknown as Storage;
  expect(rememberedMapping(storage, 'a')).toBeNull();
  for (let number = 0; number < 21; number++) rememberMapping(storage, String(number), mapping);
  expect(rememberedMapping(storage, '0')).toBeNull();
  expect(rememberedMapping(storage, '20')).toEqual(mapping);
  items.set('hark.column-mappings', '[{"signature":"20"}]');
  expect(rememberedMapping(storage, '20')).toBeNull();
});

describe('a file without headers', () => {
  const people = [
    ['17', 'ann', 'LEE', '(202) 555-0100', 'gold'],
    ['18', 'bo', 'Orr', '202-555-0101', 'silver'],
    ['19', 'cy', 'Poe', '555', 'gold'],
    ['20', 'di', 'Ray', '202-555-0103', 'gold', 'more'],
  ];
  const content = people.map((cells) => cells.join(',')).join('\n');
  const own = { positions: CONTACT_COLUMNS.map(() => -1), numbersRows: false, lastNameOptional: false };
  const places = [0, 1, 2, 3, 3];
  const asColumns = {
    ...own,
    positions: own.positions.map((_, at) => places[at] ?? -1),
    headerRow: NO_HEADER,
  };

  test('says so, and proposes no number to call', async () => {
    const { outcome } = await read(content);
    if (outcome.kind !== 'header') throw new Error(`The file is ${outcome.kind}`);
    const { header } = outcome;
    expect([header.at, headerRowOf(header), header.names]).toEqual([-1, NO_HEADER, Array(5).fill('')]);
    expect(sampleCells(header)[1]).toEqual(['ann', 'bo', 'cy']);
    const { mapping: proposed, phones } = suggestMapping(
      header.names,
      cellsBelow(header),
      headerRowOf(header),
    );
    expect([proposed.headerRow, proposed.positions[COLUMN.recommended_phone], phones]).toEqual([-1, -1, []]);
  });

  test('loses nobody, and names the rows of the file', async () => {
    const { outcome } = await read(content, { mapping: asColumns });
    expect(outcome.kind === 'data' && [...errorsOf(outcome.errors)]).toMatchObject([
      { line: 4, row: 3, message: 'Invalid phone number format: it has too few digits' },
      { line: 5, row: 4, message: '6 cells under 5 columns: a comma in a cell needs quotation marks' },
    ]);
    const skipping = await read(content, { mapping: asColumns, skipsInvalid: true });
    const { summary, matched, skipped } = readyOf(skipping.outcome);
    expect([summary.contacts, summary.own]).toEqual([2, []]);
    expect(await matched?.text()).toBe(
      [
        'id,FirstName,LastName,PhoneNumber,RecommendedPhone',
        '17,ann,LEE,(202) 555-0100,12025550100',
        '18,bo,Orr,202-555-0101,12025550101\n',
      ].join('\n'),
    );
    expect(await skipped?.csv.text()).toMatch(/\n4,3,.*\n5,4,/s);
  });

  test('may be one contact, below a title or with a short first row', async () => {
    for (const [text, contacts] of [
      [people[0]?.join(','), 1],
      [`17,ann,LEE,(202) 555-0100\n${content.split('\n')[1] ?? ''}\n21,ed,Poe,2025550104,gold`, 3],
    ] as const)
      expect(readyOf((await read(text ?? '', { mapping: asColumns })).outcome).summary.contacts).toBe(
        contacts,
      );
    const titled = await read(`Customers\n${content}`, { mapping: asColumns, skipsInvalid: true });
    expect(readyOf(titled.outcome).summary.contacts).toBe(2);
  });
});

test('flags of phones are those of the phone that is called, also in the file that is sent', async () => {
  const content = [
    'First Name,Last Name,Phone 1,Phone 1 Type,Phone 1 DNC,Phone 2,Phone 2 DNC,Litigator',
    'Ann,Lee,2025550100,Mobile,Yes,2025550110,No,No',
    'Bo,Orr,2025550101,Mobile,No,2025550111,Yes,No',
    'Cy,Ray,2025550102,Mobile,No,,,Yes',
    'Di,Sol,2025550103,Mobile,,,,',
    'Ed,Tan,2025550104,Fax,No,2025550114,Yes,No',
    'Flo,Ude,2025550105,Mobile,No,202-555-0105,Yes,No',
  ].join('\n');
  const proposed = await proposedFor(content);
  const called = async (at: number, listed = at) => {
    const positions = proposed.positions.with(COLUMN.phone_number, listed).with(COLUMN.recommended_phone, at);
    const { outcome, contact } = await read(content, {
      mapping: { ...proposed, positions },
      skipsInvalid: true,
    });
    const { summary, skipped } = readyOf(outcome);
    const contacts = await Promise.all(Array.from({ length: summary.contacts }, (_, row) => contact(row)));
    const reasons = (await skipped?.csv.text())?.match(/“[^”]*” is set/g);
    return { names: contacts.map((found) => found?.first_name), reasons };
  };
  expect(await called(2)).toEqual({
    names: ['Bo', 'Di'],
    reasons: ['1', '2', '2'].map((at) => `“Phone ${at} DNC” is set`).toSpliced(1, 0, '“Litigator” is set'),
  });
  expect((await called(5)).names).toEqual(['Ann']);
  expect((await called(5, 2)).names).toEqual(['Ann']);
  expect((await called(2, 5)).names).toEqual(['Bo']);
});
