import { mongo } from 'mongoose';
import { expect, test } from 'vitest';
import { databaseDown } from './errors.ts';

const NO_PRIMARY = [91, 189, 10_107, 11_600, 11_602, 13_435, 13_436];

test.each(NO_PRIMARY)('code %i of a server without a primary is an outage', (code) => {
  const failed = new mongo.MongoServerError({ ok: 0, code, errmsg: 'not primary' });
  expect(databaseDown(failed)).toMatchObject({ code: 'UNAVAILABLE', status: 503, cause: failed });
  expect(
    databaseDown(new mongo.MongoBulkWriteError({ code, message: 'not primary' }, {} as never)),
  ).toBeDefined();
  const writeConcernError = { code, errmsg: 'not primary' };
  expect(databaseDown(new mongo.MongoWriteConcernError({ ok: 1, writeConcernError }))).toBeDefined();
});

test.each([
  new mongo.MongoNetworkError('connect ECONNREFUSED'),
  new mongo.MongoNetworkTimeoutError('timed out'),
  new mongo.MongoServerSelectionError('no primary', {} as never),
  // What waits when the monitor of a server ends its connections.
  Object.assign(new Error('interrupted'), { name: 'PoolClearedOnNetworkError' }),
])('$name is an outage', (error) => {
  expect(databaseDown(error)).toMatchObject({ code: 'UNAVAILABLE' });
});

test.each([
  ['a taken key', new mongo.MongoServerError({ code: 11_000, errmsg: 'duplicate key' })],
  ['a bug', new TypeError('x is undefined')],
  ['such a code of something else', Object.assign(new Error('failed'), { code: 91 })],
  ['no error', { name: 'MongoNetworkError' }],
])('%s is none', (_what, error) => {
  expect(databaseDown(error)).toBeUndefined();
});
