import { expect, test } from 'vitest';
import { initials, titleCase } from './title-case.ts';

test('a name is shown with each word capitalized', () => {
  expect(titleCase('  ana MARÍA   ortiz ')).toBe('Ana María Ortiz');
  expect(titleCase('élodie')).toBe('Élodie');
  expect(titleCase('   ')).toBe('');
});

test('an avatar shows the first letters of the first and the last word', () => {
  expect(initials('Ana María Ortiz')).toBe('AO');
  expect(initials('ana')).toBe('A');
  expect(initials('')).toBe('');
});
