import { expect, test } from 'vitest';
import { isGuessable, ownWordsOf, strengthOf } from './password-strength.ts';

test.each([
  [0, 'tooEasy'],
  [1, 'tooEasy'],
  [2, 'fair'],
  [3, 'good'],
  [4, 'strong'],
])('a password with the score %i is %s', (score, strength) => {
  expect(strengthOf('cobalt-7', score, [])).toBe(strength);
});

test('a password of seven characters is too easy whatever its score', () => {
  expect(strengthOf('cobalt7', 4, [])).toBe('tooEasy');
});

test.each([
  ['anaxyzwv', false],
  ['anaxyzw', true],
  ['anaxyz1ana', true],
  ['ANAxyzwANA', true],
  ['leeanaana1234', true],
  ['analee12345', false],
])('beside the words of its owner %s has too few characters: %s', (password, refused) => {
  expect(isGuessable(password, 4, ['ana', 'lee', 'analee'])).toBe(refused);
});

test('the longest words are looked for first, so that no part of one is left', () => {
  expect(isGuessable('maple-street12', 4, ['map', 'maple-street'])).toBe(true);
});

test('the words of an owner are those of three letters and more, and the name of this product', () => {
  const owner = { email: 'ana.lu@maple.example', displayName: 'Ana de Lee', companyName: 'Maple & Co' };
  expect(ownWordsOf(owner).toSorted()).toEqual(
    [
      ...['hark', 'ana.lu@maple.example', 'ana', 'maple', 'example'],
      ...['Ana de Lee', 'Ana', 'Lee', 'Maple & Co', 'Maple'],
    ].toSorted(),
  );
});
