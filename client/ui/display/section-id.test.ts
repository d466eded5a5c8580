import { expect, test } from 'vitest';
import { sectionId } from './section-id.ts';

test.each([
  ['Sign-in email', 'sign-in-email'],
  ['  What’s new? ', 'what-s-new'],
  ['Webhooks', 'webhooks'],
  ['2 × 2', '2-2'],
])('the section “%s” has the fragment %s', (title, fragment) => {
  expect(sectionId(title)).toBe(fragment);
});
