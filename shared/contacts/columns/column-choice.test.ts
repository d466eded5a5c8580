import { describe, expect, test } from 'vitest';
import { addressColumns, candidatesOf, columnsFor, firstValue, phonesToCall } from './column-choice.ts';

const targetsOf = (name: string, cells: string[]) =>
  candidatesOf([name], [cells]).map(({ target }) => target);

/** Candidates for phones, by rank and filled cells; those that are not sure may be somebody else's. */
const phones = (...columns: [rank: number, filled: number, isSure?: boolean][]) =>
  columns.map(([rank, filled, isSure = true], at) => ({
    target: 'phone_number' as const,
    rank,
    filled,
    isSure,
    at,
    group: '',
  }));

describe('a column is what its header says', () => {
  const PHONE = '(408) 555-0101';
  test.each([
    ['Phone', PHONE, 'x'],
    ['Phone Numbers', 'Mobile: (408) 555-0101', 'Fax: (408) 555-0101'],
    ['Phone', '(408) 555-0101 (mobile)', '(408) 555-0101 x1'],
    ['Email', 'a@example.com', 'x'],
    ['First Name', 'Ana', '1'],
    ['First Name', 'Ana', 'a@example.com'],
    ['Last Name', 'Díaz', '1'],
    ['Name', 'Ana', '1'],
    ['Address', '1 Main St', '1'],
    ['City', 'Ulm', '1'],
    ['State', 'CA', '1'],
    ['Country', 'US', '1'],
    ['Zip', '12345', 'x'],
    ['Zip', '123456789012', '1234567890123'],
  ])('%s: if half of its filled cells are like %j, not %j', (name, fits, other) => {
    const [fitting] = targetsOf(name, [fits]);
    expect(targetsOf(name, [fits, other, '', ' '])).toEqual([fitting]);
    expect(targetsOf(name, [fits, other, other])).toEqual([]);
  });

  test.each(['Company', 'Address 2'])('%s: whatever its cells are', (name) => {
    expect(targetsOf(name, ['1', '@'])).toHaveLength(1);
  });

  test('where it is empty, unless it is a phone or an id', () => {
    expect(['City', 'Email', 'Phone', 'Id'].map((name) => targetsOf(name, ['', ' ']).length)).toEqual([
      1, 1, 0, 0,
    ]);
    expect(targetsOf('Id', [])).toEqual([]);
  });

  test('with the number of its filled cells', () => {
    expect(candidatesOf(['', 'City'], [[], ['Ulm', ' ', 'Bern']])).toMatchObject([{ at: 1, filled: 2 }]);
  });
});

test('the first of several values is taken', () => {
  expect(['a ::: b', 'a ::: b ::: c', ' a', 'a :: b'].map(firstValue)).toEqual(['a', 'a', ' a', 'a :: b']);
});

test('columns for a field are in order: filled ones, then by rank, then by position', () => {
  const columns = columnsFor('phone_number', phones([1, 0], [3, 5], [2, 1], [2, 9]));
  expect(columns.map(({ at }) => at)).toEqual([2, 3, 1, 0]);
});

test.each<[string, ReturnType<typeof phones>, number[]]>([
  ['none where there is none', [], []],
  ['the one', phones([2, 9]), [0]],
  ['the likelier', phones([3, 9], [2, 9]), [1]],
  ['both where they are equally likely', phones([2, 9], [2, 1]), [0, 1]],
  ['the likelier where the other is not filled much more', phones([1, 10], [2, 15]), [0]],
  ['both where the other is', phones([1, 10], [2, 16]), [0, 1]],
  ['the sure one', phones([1, 99, false], [2, 9]), [1]],
  ['all where none is sure, filled ones first', phones([1, 0, false], [2, 9, false]), [1, 0]],
])('the number to call is in %s', (_, columns, chosen) => {
  expect(phonesToCall(columns)).toEqual(chosen);
});

describe('the address', () => {
  const address = (columns: Record<string, string | string[]>) => {
    const names = Object.keys(columns);
    const chosen = addressColumns(
      candidatesOf(
        names,
        Object.values(columns).map((cells) => [cells].flat()),
      ),
    );
    return Object.fromEntries(Object.entries(chosen).map(([field, at]) => [field, names[at]]));
  };
  const filled = (cell: string, count: number) =>
    Array.from({ length: 20 }, (_, row) => (row < count ? cell : ''));

  test('is the likelier of two that are whole', () => {
    expect(
      address({
        'Work Street': '2 Far Rd',
        'Work City': 'Reno',
        'Home Street': '1 Oak St',
        'Home City': 'Ulm',
      }),
    ).toEqual({ address1: 'Home Street', city: 'Home City' });
  });

  test('is one that is filled, if the likelier has one filled part or none', () => {
    const work = { 'Work Street': '2 Far Rd', 'Work City': 'Reno' };
    for (const street of ['', '1 Oak St'])
      expect(address({ 'Home Street': street, 'Home City': '', ...work })).toEqual({
        address1: 'Work Street',
        city: 'Work City',
      });
  });

  test('has parts of another one only if that has none of the same', () => {
    expect(
      address({ Street: '1 Oak St', City: 'Ulm', 'Work Street': '2 Far Rd', 'Work City': 'Reno' }),
    ).toEqual({ address1: 'Street', city: 'City' });
    expect(address({ Street: '1 Oak St', City: 'Ulm', 'Work State': 'CA', 'Work Zip': '89501' })).toEqual({
      address1: 'Street',
      city: 'City',
      state: 'Work State',
      zipcode: 'Work Zip',
    });
  });

  test.each([
    [2, 18, 'Work'],
    [10, 16, 'Work'],
    [10, 15, 'Home'],
    [0, 1, 'Work'],
    [18, 2, 'Home'],
  ])('with %i of 20 states beside one with %i is that of %s', (home, work, chosen) => {
    for (const place of ['State', 'Zip']) {
      const cell = place === 'State' ? 'FL' : '33101';
      const columns = {
        'Home Street': filled('1 Oak St', home),
        [`Home ${place}`]: filled(cell, home),
        'Work Street': filled('2 Far Rd', work),
        [`Work ${place}`]: filled(cell, work),
      };
      const expected = { address1: `${chosen} Street`, [columnOf(place)]: `${chosen} ${place}` };
      expect(address(columns)).toEqual(expected);
    }
  });

  test('is no single state that is filled more: it may be that of a licence', () => {
    expect(
      address({
        'Home Street': filled('1 Oak St', 5),
        'Home State': filled('FL', 5),
        'Licence State': filled('NV', 20),
      }),
    ).toEqual({ address1: 'Home Street', state: 'Home State' });
  });

  test.each(['Mailing', 'Owner', 'Owner Mailing', 'Mail', 'MAILING_', 'Owner 1'])(
    'of somebody who owns another is the one that begins with %s, wherever it stands',
    (whose) => {
      const at = (group: string, state: string): Record<string, string> => ({
        [`${group}Street`]: '1 Oak St',
        [`${group}City`]: 'Ulm',
        [`${group}State`]: state,
        [`${group}Zip`]: '12345',
      });
      const owned = ['', 'Property ', 'Site '].map((group) => at(group, 'NV'));
      const own = at(`${whose} `, 'MA');
      for (const other of owned)
        for (const columns of [
          { ...other, ...own },
          { ...own, ...other },
        ])
          expect(Object.values(address(columns))).toEqual(Object.keys(own));
    },
  );

  describe('is not that of whoever owns a record', () => {
    const own = { State: 'NV' };
    const records = [
      ...[
        'Contact',
        'Lead',
        'Account',
        'Record',
        'Deal',
        'Opportunity',
        'Sales',
        'Case',
        'Ticket',
        'Customer',
      ],
    ];
    const places = {
      Region: 'MA',
      State: 'MA',
      City: 'Ulm',
      Zip: '12345',
      Country: 'India',
      Address: '1 Oak St',
    };

    test.each(Object.entries(places))('by its %s', (place, cell) => {
      for (const record of records)
        for (const header of [
          `${record} Owner ${place}`,
          `${record.toLowerCase()}_owner_${place.toLowerCase()}`,
        ])
          for (const columns of [
            { ...own, [header]: cell },
            { [header]: cell, ...own },
            { 'Property Address': '2 Far Rd', 'Property State': 'NV', [header]: cell },
          ])
            expect(Object.values(address(columns))).not.toContain(header);
    });

    test.each(Object.entries(places).filter(([place]) => place !== 'Address'))(
      'by the %s of an owner without a street, but in a list of properties',
      (place, cell) => {
        const header = `Owner ${place}`;
        expect(address({ ...own, [header]: cell })).toEqual({ state: 'State' });
        for (const street of ['Owner Street', 'Property Address', 'Site Address'])
          expect(Object.values(address({ [street]: '1 Oak St', [header]: cell }))).toContain(header);
      },
    );

    test.each(['Owner Mailing', 'Owner Mail', 'OWNER_MAILING', 'Mailing Owner', 'Business Owner Mailing'])(
      'by "%s" before a city, state and code, where owners get mail',
      (whose) => {
        const columns = { City: 'Ulm', State: 'MA', Zip: '12345' };
        const owners = Object.fromEntries(
          Object.entries(columns).map(([place, cell]) => [`${whose} ${place}`, cell]),
        );
        expect(Object.values(address(owners))).toEqual(Object.keys(owners));
      },
    );

    test('of the owner of a company, as of that of a business, without a street', () => {
      for (const business of ['Business', 'Company', 'Firm']) {
        const header = `${business} Owner State`;
        expect(address({ ...own, [header]: 'MA' })).toEqual({ state: 'State' });
        expect(
          address({ 'Owner Name': 'Ana', [`${business} Owner Street`]: '1 Oak St', [header]: 'MA' }),
        ).toEqual({
          address1: `${business} Owner Street`,
          state: header,
        });
      }
    });
  });
});

function columnOf(place: string): string {
  return place === 'State' ? 'state' : 'zipcode';
}
