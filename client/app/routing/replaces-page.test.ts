import { expect, test } from 'vitest';
import { replacesPage } from './replaces-page.ts';

const CLICK = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
const linkTo = (href: string, { target = '', download = false } = {}) => ({
  href,
  target,
  hasAttribute: (name: string) => download && name === 'download',
});
const PAGE = linkTo('https://hark.example/billing');

test('a click on a link to a page replaces the present one', () => {
  expect(replacesPage(PAGE, CLICK)).toBe(true);
  expect(replacesPage(linkTo('http://127.0.0.1/'), CLICK)).toBe(true);
});

test.each([
  [{ button: 1 }],
  [{ metaKey: true }],
  [{ ctrlKey: true }],
  [{ shiftKey: true }],
  [{ altKey: true }],
])('a click with %o opens another tab or saves the page', (keys) => {
  expect(replacesPage(PAGE, { ...CLICK, ...keys })).toBe(false);
});

test.each([
  ['in a new tab', linkTo('https://hark.example/', { target: '_blank' })],
  ['to a file', linkTo('https://hark.example/list.csv', { download: true })],
  ['to a mailbox', linkTo('mailto:help@hark.example')],
  ['to a telephone', linkTo('tel:+12025550143')],
])('a link %s leaves the page as it is', (_, link) => {
  expect(replacesPage(link, CLICK)).toBe(false);
});
