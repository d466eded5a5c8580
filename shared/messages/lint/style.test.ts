import { expect, test } from 'vitest';
import { linkFinding } from './style.ts';

const fixed = (message: string) =>
  linkFinding({ message, businessName: '', callbackNumber: '' })[0]?.fix?.text ?? message;

test.each(['com', 'net', 'org', 'io', 'co', 'info', 'biz', 'us', 'app', 'ly'])(
  'an address that ends with .%s is a link',
  (ending) => {
    expect(fixed(`See sunny.${ending} today`)).toBe(`See sunny dot ${ending} today`);
    expect(fixed(`See https://www.sunny.${ending}/a.`)).toBe(`See sunny dot ${ending}.`);
  },
);

test.each(['Open at 9.30 today', 'Ask Dr.Lee', 'See sunny.comb', 'Write to sunny.c'])(
  '%s has no link',
  (message) => {
    expect(fixed(message)).toBe(message);
  },
);
