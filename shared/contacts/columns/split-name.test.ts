import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitName } from './split-name.ts';

test.each([
  ['Ana Diaz', 'Ana', 'Diaz'],
  ['Ana  Maria Diaz', 'Ana', 'Maria Diaz'],
  ['Diaz, Ana', 'Ana', 'Diaz'],
  ['Diaz, Ana Maria', 'Ana', 'Diaz'],
  ['van der Berg, Jan', 'Jan', 'van der Berg'],
  ['Dr. Ana Diaz', 'Ana', 'Diaz'],
  ['Mr. and Mrs. Lee', 'Lee', ''],
  ['Ana Diaz, Jr.', 'Ana', 'Diaz'],
  ['Diaz, Ana, M.D.', 'Ana', 'Diaz'],
  ['Ana', 'Ana', ''],
  ['Dr.', 'Dr.', ''],
  ['', '', ''],
  [' , ', '', ''],
])('%j is split into %j and %j', (name, first, last) => {
  expect(splitName(name)).toEqual({ first, last });
});

test.each(['Mr', 'Mrs.', 'MS', 'Miss', 'Mx.', 'Dr', 'Prof.', 'Rev.', 'Sir', 'Mr. & Mrs.'])(
  'the title %s is no name',
  (title) => {
    expect(splitName(`${title} Ana Diaz`)).toEqual({ first: 'Ana', last: 'Diaz' });
  },
);

test.each([...['Jr.', 'SR', 'II', 'iii', 'IV', 'M.D.', 'Ph.D.', 'DDS', 'DVM', 'Esq.', 'CPA', 'R.N.', 'MBA']])(
  '%s after a comma is no first name',
  (suffix) => {
    expect(splitName(`Ana Diaz, ${suffix}`)).toEqual({ first: 'Ana', last: 'Diaz' });
  },
);

test.each([
  'Realtor',
  'REALTOR®',
  'DO',
  'D.O.',
  'P.E.',
  'PA-C',
  'CCIM',
  'Esquire',
  'MD, FACS',
  'J.D., LL.M.',
  ...[
    'LPN',
    'L.V.N.',
    'NP-C',
    'CNP',
    'ARNP',
    'EMT',
    'RDN',
    'ATC',
    'CMA',
    'RMA',
    'RVT',
    'CVT',
    'BCBA',
    'SPHR',
    'PHR',
  ],
  ...[
    'MAI',
    'SRES',
    'SRS',
    'CLTC',
    'CLCS',
    'CEO',
    'CFO',
    'COO',
    'USMC',
    'USN',
    'USAF',
    'RN, LPN',
    'USMC (Ret.)',
    'MD PhD',
    'RN BSN',
    'P. E.',
  ],
])('%s after a full name and a comma is no first name, as in lists in capitals', (suffix) => {
  expect(splitName(`Ana Diaz, ${suffix}`)).toEqual({ first: 'Ana', last: 'Diaz' });
  expect(splitName(`Diaz, Ana, ${suffix}`)).toEqual({ first: 'Ana', last: 'Diaz' });
});

test.each([
  ['DIAZ, ANA', 'ANA', 'DIAZ'],
  ['GARCIA LOPEZ, ANA', 'ANA', 'GARCIA LOPEZ'],
  ['Nguyen, Do', 'Do', 'Nguyen'],
  ['Do, Kim', 'Kim', 'Do'],
  ['Co, Maria', 'Maria', 'Co'],
  ['Ma, Jun', 'Jun', 'Ma'],
  ['Xiong, Pa', 'Pa', 'Xiong'],
  ['Pham Tran, Mai', 'Mai', 'Pham Tran'],
  ['Tran, MAI', 'MAI', 'Tran'],
  ['Smith, JT', 'JT', 'Smith'],
  ['de la Cruz García y Vega, Ana', 'Ana', 'de la Cruz García y Vega'],
  ['Ana Maria Diaz Vega, Team Lead', 'Ana', 'Maria Diaz Vega'],
])('%j is split into %j and %j, though parts of it look like what follows a name', (name, first, last) => {
  expect(splitName(name)).toEqual({ first, last });
});

describe('what is behind a last name of several words is a first name, however short and in capitals', () => {
  const short = ['AJ', 'TJ', 'KC', 'JP', 'ANA', 'NOOR', 'J.T.', 'Do', 'Ma', 'Pa', 'Ed', 'An'];
  const beginnings = ['Garcia', 'Smith', 'St.', 'Le', 'El', 'La', 'Mac', 'de la', 'Van der', 'Ben'];
  const ends = ['Blanc', 'Lopez', 'Amin', 'John Jr', 'Jones III'];

  test('but what is known to follow names', () => {
    const parts = fc.tuple(
      fc.constantFrom(...beginnings),
      fc.constantFrom(...ends),
      fc.constantFrom(...short),
    );
    fc.assert(
      fc.property(parts, ([beginning, end, first]) => {
        const last = `${beginning} ${end}`;
        expect(splitName(`${last}, ${first}`)).toEqual({ first, last });
      }),
    );
  });

  test.each(['Smith Jr', 'Smith, Jr.', 'Diaz III', 'St. John', 'Le Blanc', 'De La Cruz', 'El Amin'])(
    '%j is one word of a name',
    (last) => {
      const surname = last.split(',')[0];
      for (const first of ['PA', 'DO', 'Co', 'JD'])
        expect(splitName(`${last}, ${first}`)).toEqual({ first, last: surname });
    },
  );

  test.each(['Kim Le', 'Thi Van', 'Ana St. John', 'Ben Smith', 'Al Diaz'])('%j is a whole name', (name) => {
    const [first = '', ...rest] = name.split(' ');
    for (const title of ['PE', 'DO', 'CPA', 'LMT'])
      expect(splitName(`${name}, ${title}`)).toEqual({ first, last: rest.join(' ') });
  });

  test.each(['Diaz', 'Nguyen', 'DE LEON', 'Diaz Jr'])(
    'Co is a company only behind more words than %j',
    (last) => {
      for (const first of ['Co', 'CO', 'co']) expect(splitName(`${last}, ${first}`)).toEqual({ first, last });
      expect(splitName(`${last}, Co.`)).toEqual({ first: last, last: '' });
      expect(splitName(`${last} Sons, Co`)).toEqual({ first: `${last} Sons`, last: '' });
    },
  );
});

describe('a company is not split, and is called without its form', () => {
  const FORMS = ['LLC', 'L.L.C.', 'llc', 'Inc.', 'Corp', 'Co.', 'Ltd.', 'LP', 'LLP', 'PLLC', 'P.C.', 'plc'];

  test.each(FORMS)('%s after a comma', (form) => {
    for (const name of [
      'Acme',
      'Acme Plumbing',
      'Diego Rodriguez',
      'Smith, Diaz & Lee',
      'The Dr. Lee Group of Reno',
    ])
      expect(splitName(`${name}, ${form}`)).toEqual({ first: name, last: '' });
    expect(splitName(`Ana Diaz, MD, ${form}`)).toEqual({ first: 'Ana Diaz', last: '' });
  });

  test.each(['LLC', 'L.L.C.', 'Inc.', 'Corp.', 'Ltd', 'PLLC', 'Company'])('%s as its last word', (form) => {
    for (const end of ['', ', Reno'])
      expect(splitName(`Acme Plumbing ${form}${end}`)).toEqual({ first: 'Acme Plumbing', last: '' });
  });

  test.each(['Maria Co', 'Xiong Pa', 'LLC', 'Inc, Ana'])('not in %j', (name) => {
    const [first = '', last = ''] = name.includes(',') ? ['Ana', 'Inc'] : name.split(' ');
    expect(splitName(name)).toEqual({ first, last });
  });
});

test('no first name is a form of a company or what follows a name', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{4,9}$/);
  const ends = fc.constantFrom('LLC', 'Inc.', 'P.C.', 'MD', 'Jr.', 'Realtor', 'DO', 'PE', 'CPA');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 2, maxLength: 5 }),
      fc.array(ends, { minLength: 1 }),
      (words, after) => {
        const { first } = splitName([words.join(' '), ...after].join(', '));
        expect([words[0], words.join(' ')]).toContain(first);
      },
    ),
  );
});

test('a name without a comma or title is the same words together', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{4,9}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const { first, last } = splitName(words.join(' '));
      expect(`${first} ${last}`.trim()).toBe(words.join(' '));
    }),
  );
});
