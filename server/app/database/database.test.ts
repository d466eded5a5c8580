import { expect, test } from 'vitest';
import { unlessNamed, writeConcernOf } from './database.ts';

test.each([
  ['the embedded engine', { isWritablePrimary: true }, 1],
  ['a member of a replica set', { isWritablePrimary: true, setName: 'rs0' }, 'majority'],
  ['a router of a sharded cluster', { isWritablePrimary: true, msg: 'isdbgrid' }, 'majority'],
])('%s acknowledges journaled writes', (_, hello, w) => {
  expect(writeConcernOf(hello)).toEqual({ w, journal: true });
});

test('the time-outs of an operator’s URI come before our own', () => {
  const uri = 'mongodb://a.example,b.example/hark?replicaSet=rs0&connecttimeoutms=30000';
  expect(unlessNamed(uri, { connectTimeoutMS: 10_000, heartbeatFrequencyMS: 5_000 })).toEqual({
    heartbeatFrequencyMS: 5_000,
  });
});
