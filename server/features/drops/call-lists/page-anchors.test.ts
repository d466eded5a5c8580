import { expect, it } from 'vitest';
import { PageAnchors } from './page-anchors.ts';

const SINCE = 0;
/** More than are kept. */
const MANY = 300;

/** Pages lists of an account, and marks their anchors. */
function pageLists(anchors: PageAnchors, owner: string, count: number): void {
  for (let list = 0; list < count; list += 1)
    anchors.of({ owner, list: String(list) }, 1, SINCE).places.push({ scan: 1, after: undefined });
}

/** Returns whether the anchors of a list are still known. */
const isKept = (anchors: PageAnchors, owner: string, list: number) =>
  anchors.of({ owner, list: String(list) }, 1, SINCE).places.length > 1;

it('an account that pages many lists evicts its own, and none of others', () => {
  const anchors = new PageAnchors();
  pageLists(anchors, 'ana', 3);
  pageLists(anchors, 'bo', MANY);
  expect([0, 1, 2].map((list) => isKept(anchors, 'ana', list))).toEqual([true, true, true]);
  expect(isKept(anchors, 'bo', MANY - 1)).toBe(true);
  expect(isKept(anchors, 'bo', 0)).toBe(false);
});

it('the list that was used longest ago is evicted first', () => {
  const anchors = new PageAnchors();
  pageLists(anchors, 'ana', 200);
  expect(isKept(anchors, 'ana', 0)).toBe(true);
  anchors.of({ owner: 'ana', list: 'new' }, 1, SINCE);
  expect(isKept(anchors, 'ana', 0)).toBe(true);
  expect(isKept(anchors, 'ana', 1)).toBe(false);
});

it('accounts with one list each are evicted in the order of their last use', () => {
  const anchors = new PageAnchors();
  for (let owner = 0; owner < 201; owner += 1) pageLists(anchors, String(owner), 1);
  expect(isKept(anchors, '200', 0)).toBe(true);
  expect(isKept(anchors, '1', 0)).toBe(true);
  expect(isKept(anchors, '0', 0)).toBe(false);
});

it('anchors that are too old are found again', () => {
  const anchors = new PageAnchors();
  pageLists(anchors, 'ana', 1);
  expect(anchors.of({ owner: 'ana', list: '0' }, 5, 2)).toEqual({
    places: [{ scan: 0, after: undefined }],
    since: 5,
  });
});
