import { expect, test } from 'vitest';
import { suggestMapping } from '#shared/contacts/columns/suggest-mapping.ts';
import type { ColumnMapping } from '#shared/contacts/columns/column-mapping.ts';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { readContactFile } from './read-contact-file.ts';
import { cellsBelow, headerRowOf } from './file-header.ts';

/** Reads a file as somebody does who accepts what the match screen proposes. */
async function imported(content: BlobPart) {
  const file = new Blob([content]);
  const read = (mapping: ColumnMapping | null) =>
    readContactFile(file, () => undefined, { mapping, skipsInvalid: false });
  let found = await read(null);
  let isMatched = false;
  if (found.outcome.kind === 'header') {
    const { header } = found.outcome;
    const proposed = suggestMapping(header.names, cellsBelow(header), headerRowOf(header));
    expect(proposed.phones).toEqual([]);
    found = await read(proposed.mapping);
    isMatched = true;
  }
  if (found.outcome.kind !== 'ready') throw new Error(`The file is ${found.outcome.kind}`);
  const { contacts } = found.outcome.summary;
  const all = await Promise.all(Array.from({ length: contacts }, (_, index) => found.contact(index)));
  return {
    isMatched,
    people: all.map((contact) =>
      [contact?.id, contact?.first_name, contact?.last_name, contact?.recommended_phone].join(' '),
    ),
    contacts: all,
  };
}

const META = [
  'id\tcreated_time\tad_id\tad_name\tcampaign_id\tis_organic\tplatform\tfull_name\tphone_number\temail',
  'l:11\t2026-11-20T10:00:00-06:00\tag:1\tAd\tc:1\tfalse\tfb\tAna Diaz\tp:+14085550101\tana@example.com',
  'l:12\t2026-11-20T10:05:00-06:00\tag:1\tAd\tc:1\tfalse\tig\tBen Lee\tp:+14085550102\tben@example.com',
].join('\n');

const MATCHED = [
  [
    'a phone with a long name is the phone, not the id',
    'First Name,Last Name,Mobile Phone Number,Email\nAna,Diaz,(408) 555-0101,a@example.com\nBen,Lee,(408) 555-0102,b@example.com',
    ['1 Ana Diaz 14085550101', '2 Ben Lee 14085550102'],
  ],
  [
    'the phone of an assistant is not called',
    'Record Id,First Name,Last Name,Phone,Asst Phone\nz1,Ana,Diaz,(408) 555-0101,(408) 555-0191\nz2,Ben,Lee,(408) 555-0102,(408) 555-0192',
    ['z1 Ana Diaz 14085550101', 'z2 Ben Lee 14085550102'],
  ],
  [
    'a name is split, and the rows are numbered',
    'Name,Phone\nAna Diaz,(408) 555-0101\nBen Lee,(408) 555-0102',
    ['1 Ana Diaz 14085550101', '2 Ben Lee 14085550102'],
  ],
  [
    'titles above documented headers are left out',
    'Customer report,,,,\nExported 2026-11-20,,,,\n,,,,\nid,FirstName,LastName,PhoneNumber,RecommendedPhone\n1,Ana,Diaz,+14085550101,14085550101',
    ['1 Ana Diaz 14085550101'],
  ],
] as const;

test.each(MATCHED)('%s', async (_, content, people) => {
  expect(await imported(content)).toMatchObject({ isMatched: true, people });
});

test('leads of an advertisement, whose numbers have a prefix', async () => {
  expect(await imported(encodeText(META, 'utf-16le'))).toMatchObject({
    isMatched: true,
    people: ['l:11 Ana Diaz 14085550101', 'l:12 Ben Lee 14085550102'],
  });
});

test('of several phones of an address book the first is taken, and the address in its parts', async () => {
  const names = 'First Name,Last Name,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value';
  const place =
    'Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code';
  const rows = [
    'Ana,Diaz,ana@example.com,Mobile,+1 408-555-0101 ::: +1 408-555-0102,,"1 Main St\nSan Jose, CA 95112",1 Main St,San Jose,CA,95112',
    'Ben,Lee,ben@example.com,Mobile,(408) 555-0103,(408) 555-0104,,,,,',
  ];
  const { people, contacts } = await imported([`${names},${place}`, ...rows].join('\n'));
  expect(people).toEqual(['1 Ana Diaz 14085550101', '2 Ben Lee 14085550103']);
  expect(contacts[0]).toMatchObject({
    email: 'ana@example.com',
    address1: '1 Main St',
    city: 'San Jose',
    state: 'CA',
    zipcode: '95112',
  });
});

test('a file with documented headers is taken as it is, without rows that are blank but for a checkbox', async () => {
  const rows = [
    'id,FirstName,LastName,PhoneNumber,RecommendedPhone,Called',
    ...['1,Ana,Diaz,+14085550101,14085550101,TRUE', ',,,,,FALSE', '2,Ben,Lee,+14085550102,14085550102,FALSE'],
    ',,,,,FALSE',
  ];
  expect(await imported(rows.join('\n'))).toMatchObject({
    isMatched: false,
    people: ['1 Ana Diaz 14085550101', '2 Ben Lee 14085550102'],
  });
});
