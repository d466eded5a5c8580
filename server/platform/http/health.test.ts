import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Connection } from 'mongoose';
import { expect, test } from 'vitest';
import { BUILD_INFO } from '#server/platform/lib/build-info.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { createHealthRouter, type HealthSources } from './health.ts';

const HEALTHY: HealthSources = {
  isClockInSync: () => true,
  isDiskFull: () => Promise.resolve(false),
  isCallingStopped: () => Promise.resolve(false),
};

/** Returns the status and the body of a path. */
async function answer(path: string, sources: Partial<HealthSources> = {}, isUp = true) {
  const command = () => (isUp ? Promise.resolve({}) : Promise.reject(new Error('no database')));
  const connection = {
    name: 'hark',
    getClient: () => ({ db: () => ({ command }) }),
  } as unknown as Connection;
  const server = express()
    .use(createHealthRouter(connection, { ...HEALTHY, ...sources }))
    .listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const response = await fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}${path}`);
    return [response.status, (await response.json()) as unknown];
  } finally {
    server.close();
  }
}

const fails = () => Promise.reject(new Error('no database'));

test.each<[string, Partial<HealthSources>, boolean, number, object]>([
  ['all is well', {}, true, 200, { status: 'ok', down: [] }],
  ['the database is away', {}, false, 503, { status: 'down', down: ['database'] }],
  ['the clock is wrong', { isClockInSync: () => false }, true, 503, { status: 'down', down: ['clock'] }],
  [
    'the disk is full',
    { isDiskFull: () => Promise.resolve(true) },
    true,
    503,
    { status: 'down', down: ['disk'] },
  ],
  [
    'all calls are stopped',
    { isCallingStopped: () => Promise.resolve(true) },
    true,
    200,
    { status: 'ok', down: [], calling: 'stopped' },
  ],
  [
    'no worker is up',
    { hasWorker: () => Promise.resolve(false) },
    true,
    200,
    { status: 'ok', down: [], missing: ['worker'] },
  ],
  [
    'nobody knows whether a worker is up or calls are stopped',
    { hasWorker: fails, isCallingStopped: fails },
    true,
    200,
    { status: 'ok', down: [] },
  ],
  [
    'several parts fail',
    {
      isClockInSync: () => false,
      hasWorker: () => Promise.resolve(false),
      isCallingStopped: () => Promise.resolve(true),
    },
    false,
    503,
    { status: 'down', down: ['database', 'clock'] },
  ],
])('a process says whether it is ready where %s', async (_what, sources, isUp, status, body) => {
  expect(await answer('/readyz', sources, isUp)).toEqual([status, body]);
});

test('a process that runs is healthy, whatever is away, and says its version', async () => {
  expect(await answer('/healthz', {}, false)).toEqual([200, { status: 'ok', version: BUILD_INFO.version }]);
});

test('all parts are asked before one has answered', async () => {
  let asked = 0;
  const all = deferred();
  const whenAllAsked = (answer: boolean) => async () => {
    asked += 1;
    if (asked === 3) all.resolve();
    await all.promise;
    return answer;
  };
  const sources = {
    hasWorker: whenAllAsked(false),
    isDiskFull: whenAllAsked(false),
    isCallingStopped: whenAllAsked(true),
  };
  const body = { status: 'ok', down: [], missing: ['worker'], calling: 'stopped' };
  expect(await answer('/readyz', sources)).toEqual([200, body]);
});
