import { expect, test } from 'vitest';
import { writeConcernOf } from './database.ts';

test.each([
  ['the embedded engine', { isWritablePrimary: true }, 1],
  ['a member of a replica set', { isWritablePrimary: true, setName: 'rs0' }, 'majority'],
  ['a router of a sharded cluster', { isWritablePrimary: true, msg: 'isdbgrid' }, 'majority'],
])('%s acknowledges journaled writes', (_, hello, w) => {
  expect(writeConcernOf(hello)).toEqual({ w, journal: true });
});
