import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TextEncoding } from '#shared/contacts/encodings/text-encoding.ts';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { importInBrowser } from './browser-import.ts';
import { personOf } from './person-text.ts';
import { createRestEntrances, type RestEntrances } from './rest-entrances.ts';

let hark: TestHark;
let rest: RestEntrances;
beforeAll(async () => {
  hark = await startHark();
  rest = await createRestEntrances(hark);
}, 60_000);
afterAll(() => hark.stop());

const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone,City,State';
const fileOf = (...parts: BlobPart[]) => new File(parts, 'list.csv');

/** Expects the browser and REST to make the same of a file; returns what that is. */
async function importedAlike(file: File) {
  const { errors, people } = await importInBrowser(file);
  const saved = await rest.saveList(file);
  expect(saved.errors).toEqual(errors);
  expect(saved.people).toEqual(errors.length === 0 ? people.toSorted() : []);
  return { errors, people };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const INVISIBLE = [
  ...[0xad, 0xfeff],
  ...[range(0x200b, 0x200f), range(0x202a, 0x202e), range(0x2060, 0x2069)].flat(),
].map((code) => String.fromCharCode(code));

test('invisible characters in any cell and header change nothing, nor does an opt-out fail for one', async () => {
  const cells = ['1', 'Ana', 'Diaz', '+14085550101', '14085550101', 'Reno', 'NV'];
  const hide = (cell: string, mark: string, at: number) =>
    `${mark}${cell.slice(0, at % cell.length)}${mark}${cell.slice(at % cell.length)}${mark}`;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...INVISIBLE), fc.nat(12), async (mark, at) => {
      const hidden = (line: readonly string[]) => line.map((cell) => hide(cell, mark, at)).join(',');
      const list = fileOf(`${hidden(HEADER.split(','))}\n${hidden(cells)}\n`);
      expect(await importedAlike(list)).toEqual({
        errors: [],
        people: ['1 Ana Diaz +14085550101 14085550101 Reno NV'],
      });
      const optOuts = fileOf(`${hidden(['Name', 'Phone'])}\n${hidden(['Ana', '(408) 555-0101'])}\n`);
      expect(await rest.suppress(optOuts)).toEqual({ phones: ['14085550101'], errors: [] });
    }),
    { numRuns: 25 },
  );
});

const PEOPLE: Partial<Record<TextEncoding, string>> = {
  'utf-16le': 'José,Muñoz',
  'utf-16be': 'José,Muñoz',
  'iso-8859-2': 'Łukasz,Wiśniewski',
  'koi8-r': 'Дмитрий,Смирнов',
  ibm850: 'José,Muñoz',
  big5: '志明,陳',
  'euc-jp': '太郎,山田',
  'euc-kr': '민수,김',
};

test.each(Object.entries(PEOPLE) as [TextEncoding, string][])(
  'a list in %s is the same at each entrance, short and long',
  async (encoding, name) => {
    for (const count of [1, 50]) {
      const rows = range(1, count).map((id) => {
        const phone = String(14_085_550_000 + id);
        return `${String(id)},${name},+${phone},${phone},,`;
      });
      const { people } = await importedAlike(
        fileOf(encodeText([HEADER, ...rows, ''].join('\r\n'), encoding)),
      );
      expect(people).toHaveLength(count);
      expect(people[0]).toBe(`1 ${name.replace(',', ' ')} +14085550001 14085550001`);
    }
  },
);

test.each<[string, string[], string[]]>([
  ['the first row', ['1,Ana,Diaz,+14085550101,14085550101,Reno,NV,x'], ['2: 8 cells under 7 columns']],
  [
    'the last row, behind a cell of two lines',
    ['1,Ana,Diaz,+14085550101,14085550101,"Re\nno",NV', '2,Bo,Lee,+14085550102,14085550102,Reno,NV,,x'],
    ['3: 9 cells under 7 columns'],
  ],
])('more cells than headers in %s are an error of it', async (_, rows, errors) => {
  const { errors: found } = await importedAlike(fileOf([HEADER, ...rows].join('\n')));
  expect(found).toEqual(errors.map((error) => `${error}: a comma in a cell needs quotation marks`));
});

test('of two numbers that differ RecommendedPhone is called, and both are checked', async () => {
  const rows = [
    '1,Ana,Diaz,+14085550101,14085550199,,',
    '2,Cy,Ray,+19005550101,14085550104,,',
    '3,Ed,Tan,+14085550106,14085550106 x2,,',
  ];
  expect(await importedAlike(fileOf([HEADER, ...rows].join('\n')))).toEqual({
    errors: ['3: Area code 900 costs extra and is not called', '4: Invalid recommended phone format'],
    people: ['1 Ana Diaz +14085550101 14085550199'],
  });
});

test('who must not be called by a column of the list is an error at each entrance, and left out with the others', async () => {
  const list = fileOf(
    [
      `${HEADER},Plan,Do Not Call,Email Opt Out,Phone 2,Phone 2 DNC`,
      '1,Ana,Diaz,+14085550101,14085550101,,,Gold,1,0,,',
      '2,Ben,Lee,+14085550102,14085550102,,,,0,1,(408) 555-0109,Yes',
      '3,Cy,Ito,+14085550103,14085550103,,,,,,,',
    ].join('\n'),
  );
  const people = ['2 Ben Lee +14085550102 14085550102', '3 Cy Ito +14085550103 14085550103'];
  const errors = ['2: “Do Not Call” is set for this contact'];
  const imported = await importInBrowser(list);
  expect(imported.errors).toEqual(errors);
  expect(imported.contacts.map((contact) => personOf({ ...contact, custom: {} }))).toEqual(people);
  expect(await rest.saveList(list)).toMatchObject({ status: 400, errors, people: [] });
  expect(await rest.createCampaign(list)).toMatchObject({ status: 400, errors, people: [] });
  expect(await rest.createCampaign(list, { skip_invalid: 'true' })).toMatchObject({ status: 201, people });
});
