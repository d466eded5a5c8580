import fc from 'fast-check';
import { mongo } from 'mongoose';
import { expect, test } from 'vitest';
import { unlessNamed, withoutConsistency, writeConcernOf } from './database.ts';

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

/** All by which the driver lets a URI weaken reads and writes, and some that concern neither. */
const WEAKER = {
  readPreference: 'secondaryPreferred',
  readPreferenceTags: 'dc:east',
  maxStalenessSeconds: '120',
  readConcernLevel: 'available',
  w: '0',
  journal: 'false',
  j: 'false',
  wtimeoutMS: '1',
  wtimeout: '1',
};
const OTHERS = { replicaSet: 'rs0', authSource: 'admin', retryWrites: 'false', maxPoolSize: '5' };

const inSomeCase = (name: string) => fc.constantFrom(name, name.toLowerCase(), name.toUpperCase());
const encoded = (name: string) =>
  fc.constantFrom(name, `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`);
const optionsOf = (known: Record<string, string>) =>
  fc.tuple(
    ...Object.entries(known).map(([name, value]) =>
      fc.option(
        inSomeCase(name)
          .chain(encoded)
          .map((written) => `${written}=${value}`),
      ),
    ),
  );

test('no option of a URI weakens reads or writes, and all others stay', () => {
  const address = fc.constantFrom(
    'mongodb://a.example,b.example/hark',
    'mongodb://hark:p&w=0@a.example/',
    'mongodb://a.example',
  );
  fc.assert(
    fc.property(address, optionsOf(WEAKER), optionsOf(OTHERS), fc.nat(), (before, weaker, others, turn) => {
      const options = [...weaker, ...others].filter((option) => option !== null);
      const turned = [...options.slice(turn % 5), ...options.slice(0, turn % 5)];
      const uri = withoutConsistency([before, ...(turned.length > 0 ? [turned.join('&')] : [])].join('?'));
      const plain = [before, ...turned.filter((option) => others.includes(option))];
      expect(uri.split(/[?&](?!w=0@)/).sort()).toEqual(plain.sort());
      const { readPreference, readConcern, writeConcern } = new mongo.MongoClient(uri).options;
      expect([readPreference.mode, readConcern, writeConcern]).toEqual(['primary', undefined, undefined]);
    }),
  );
});
