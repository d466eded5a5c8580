import fc from 'fast-check';
import { expect, test } from 'vitest';
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

test('a name without a comma or title is the same words together', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{4,9}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const { first, last } = splitName(words.join(' '));
      expect(`${first} ${last}`.trim()).toBe(words.join(' '));
    }),
  );
});
