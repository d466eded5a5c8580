import { once } from 'node:events';
import { createIndexes } from '#server/app/database/indexes.ts';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { parseString } from 'fast-csv';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditHistoryPath } from '#shared/paths.ts';
import { createRestRouter } from '#server/platform/http/rest.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import type { Features } from '#server/app/features.ts';
import type { CreditCommand } from '#server/features/credits/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import type { Context } from '#server/platform/trpc/context.ts';
import { createCostLimits } from '#server/platform/trpc/cost.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { adjustBy, campaign, grantOf, purchaseOf, refundOf } from '#server/features/credits/testing/given.ts';
import { stoppedClock } from '#server/features/credits/testing/test-ledger.ts';

const user = { uid: 'ann', streamId: newId() };
const NAMES = new Map([['c1', '=SUM(A1)']]);

let database: TestDatabase;
let credits: Features['credits'];

beforeAll(async () => {
  database = await testDatabase();
  const { connection } = database;
  ({ credits } = composeTestFeatures(connection, {
    clock: stoppedClock(),
    overrides: {
      campaignNames: () => ({ namesOf: (uid) => Promise.resolve(uid === 'ann' ? NAMES : new Map()) }),
    },
  }));
  await createIndexes(credits);
  const { hold, deduct, release } = campaign('c1');
  const commands = [
    grantOf('launch'),
    hold(9),
    deduct(4),
    release('rest'),
    campaign('c2').hold(1),
    adjustBy(-50),
    refundOf(-20_000),
  ];
  for (const command of commands) await credits.ledger.execute(user.streamId, command);
});
afterAll(async () => {
  await credits.close();
  await database.stop();
});

function contextOf(caller: Context['user']): Context {
  const session = {
    storedId: 'session',
    browser: { secrets: [], keep: () => undefined },
    signIn: () => Promise.reject(new Error('not here')),
    signOut: () => Promise.resolve(),
    expiresAt: null,
    recentlyAuthenticated: false,
    rememberRegistration: () => Promise.resolve(),
    registration: null,
    rememberSignIn: () => Promise.resolve(),
    pendingSignIn: null,
  };
  const stillSignedIn = () => Promise.resolve(true);
  return {
    user: caller,
    viaApiKey: false,
    stillSignedIn,
    session,
    client: { network: '127.0.0.1', onThisMachine: true, userAgent: '' },
    bodyBytes: 0,
    costs: createCostLimits(),
    idempotencyKey: undefined,
  };
}
const callAs = (caller: Context['user']) => createCallerFactory(credits.router)(contextOf(caller));

describe('balance', () => {
  test('the balance shows the available and the held credits', async () => {
    expect(await callAs(user).balance()).toEqual({ balance: 0, held: 50 });
    expect(await callAs({ uid: 'new', streamId: newId() }).balance()).toEqual({ balance: 0, held: 0 });
  });

  test('the balance, history and campaigns require a session', async () => {
    await expect(callAs(null).balance()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(callAs(null).history({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(callAs(null).campaigns()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('history', () => {
  test('the history has every event with the running balance, newest first', async () => {
    const { entries, total } = await callAs(user).history({});
    expect(total).toBe(7);
    expect(entries[0]).toMatchObject({ type: 'refund', debt: 300, calls: null, note: 'Refund of $50.00' });
    expect(entries.map(({ type, credits: moved, balance, held }) => [type, moved, balance, held])).toEqual([
      ['refund', -20_000, 0, 50],
      ['adjust', -50, 19_700, 50],
      ['hold', -50, 19_750, 50],
      ['release', 250, 19_800, 0],
      ['deduct', -200, 19_550, 250],
      ['hold', -450, 19_550, 450],
      ['grant', 20_000, 20_000, 0],
    ]);
    expect(entries[5]).toMatchObject({ campaign_id: 'c1', campaign_name: '=SUM(A1)', calls: 9, note: null });
    expect(entries[2]).toMatchObject({ campaign_id: 'c2', campaign_name: null });
    expect(entries[6]).toMatchObject({ version: 1, note: 'Launch plan', calls: null, campaign_id: null });
  });

  test('the history is paged and can be filtered by campaign', async () => {
    const pages = async (input: object) => {
      const read = [await callAs(user).history(input)];
      for (let next = read[0]?.next; next; next = read.at(-1)?.next)
        read.push(await callAs(user).history({ ...input, cursor: next }));
      return read.map(({ entries, total }) => [entries.map(({ version }) => version), total]);
    };
    expect(await pages({ limit: 4 })).toEqual([
      [[7, 6, 5, 4], 7],
      [[3, 2, 1], null],
    ]);
    expect(await pages({ campaign_id: 'c1', limit: 2 })).toEqual([
      [[4, 3], 3],
      [[2], null],
    ]);
    expect(await callAs(user).history({ cursor: 1 })).toEqual({ entries: [], next: null, total: null });
  });

  test('the statement has each campaign once, with what it held, cost and got back', async () => {
    const { entries, next } = await callAs(user).statement({});
    expect(entries.map(({ version, type, campaign }) => [version, type, campaign])).toEqual([
      [7, 'refund', null],
      [6, 'adjust', null],
      [5, 'hold', { held: 50, charged: 0, returned: 0 }],
      [4, 'release', { held: 450, charged: 200, returned: 250 }],
      [1, 'grant', null],
    ]);
    expect(next).toBeNull();
    expect(await callAs({ uid: 'new', streamId: newId() }).statement({})).toEqual({
      entries: [],
      next: null,
    });
    await expect(callAs(null).statement({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('the pages of a statement have every campaign once, whatever happens meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }),
        fc.array(fc.constantFrom('a', 'b', 'e'), { maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (before, meanwhile, limit) => {
          const owner = { uid: 'ann', streamId: newId() };
          let holds = 0;
          const holdFor = (id: string) =>
            credits.ledger.execute(owner.streamId, campaign(id).hold(1, (holds += 1)));
          await credits.ledger.execute(owner.streamId, grantOf('launch'));
          for (const id of before) await holdFor(id);
          let page = await callAs(owner).statement({ limit });
          const read = [...page.entries];
          for (const id of meanwhile) await holdFor(id);
          while (page.next !== null) {
            page = await callAs(owner).statement({ limit, cursor: page.next });
            read.push(...page.entries);
          }
          const newestFirst = [...new Set(before.toReversed())];
          expect(read.map(({ campaign_id }) => campaign_id)).toEqual([...newestFirst, null]);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('thousands of events of one campaign end a page early, and the next page goes on', async () => {
    const owner = { uid: 'ann', streamId: newId() };
    const execute = (command: CreditCommand) => credits.ledger.execute(owner.streamId, command);
    const { hold, deduct } = campaign('big');
    for (const command of [grantOf('dominate'), campaign('old').hold(1), hold(2_100)]) await execute(command);
    await Promise.all(Array.from({ length: 2_100 }, (_, index) => execute(deduct(1, index + 1))));
    const first = await callAs(owner).statement({});
    expect(first.entries.map(({ campaign_id }) => campaign_id)).toEqual(['big']);
    const second = await callAs(owner).statement({ cursor: first.next });
    expect(second.entries.map(({ campaign_id }) => campaign_id)).toEqual(['old', null]);
    expect([first.next?.upTo, second.next]).toEqual([2_103, null]);
  });

  test('the campaigns of the history are listed, the latest first', async () => {
    expect(await callAs(user).campaigns()).toEqual([
      { id: 'c2', name: null },
      { id: 'c1', name: '=SUM(A1)' },
    ]);
  });

  test.each([{ cursor: 0 }, { cursor: 1.5 }, { limit: 0 }, { limit: 1_000 }, { campaign_id: '' }])(
    'the input %o is refused',
    async (input) => {
      await expect(callAs(user).history(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );
});

describe('download', () => {
  async function download(campaignId: string, caller: Context['user']) {
    const createContext = () => Promise.resolve(contextOf(caller));
    const log = createLogger('silent');
    const app = express().use(createRestRouter({ appRouter: credits.router, createContext, log }));
    const server = app.listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${String(port)}${creditHistoryPath(campaignId)}`);
    const body = await response.text();
    server.close();
    return { response, body };
  }

  test('the download is the history as CSV, oldest first, with formulas neutralised', async () => {
    const { response, body } = await download('c1', user);
    expect(response.headers.get('content-disposition')).toContain('credit-history.csv');
    expect(response.headers.get('content-type')).toContain('text/csv');
    const rows: unknown[] = [];
    for await (const row of parseString(body, { headers: true })) rows.push(row);
    expect(rows).toMatchObject([
      {
        No: '2',
        Type: 'hold',
        Campaign: "'=SUM(A1)",
        Calls: '9',
        Credits: '-450',
        Balance: '19550',
        'On hold': '450',
      },
      { No: '3', Type: 'deduct', Credits: '-200' },
      { No: '4', Type: 'release', Credits: '250', Note: 'finished' },
    ]);
  });

  test('each row has all of its columns, of a campaign that is gone its id', async () => {
    const { body } = await download('', user);
    const [header, ...lines] = body.trim().split(/\r?\n/);
    expect(header).toBe('No,Date (UTC),Type,Campaign,Calls,Credits,Balance,On hold,Owed,Note');
    const date = '11-20-2026 10:00 AM';
    expect(lines).toEqual([
      `1,${date},grant,,,20000,20000,0,0,Launch plan`,
      `2,${date},hold,'=SUM(A1),9,-450,19550,450,0,`,
      `3,${date},deduct,'=SUM(A1),4,-200,19550,250,0,`,
      `4,${date},release,'=SUM(A1),5,250,19800,0,0,finished`,
      `5,${date},hold,c2,1,-50,19750,50,0,`,
      `6,${date},adjust,,,-50,19700,50,0,because`,
      `7,${date},refund,,,-20000,0,50,300,Refund of $50.00`,
    ]);
  });

  test('the row of a refund shows the debt after it', async () => {
    const { body } = await download('', user);
    const rows: unknown[] = [];
    for await (const row of parseString(body, { headers: true })) rows.push(row);
    expect(rows.at(-1)).toMatchObject({
      Type: 'refund',
      Credits: '-20000',
      Balance: '0',
      Owed: '300',
      Note: 'Refund of $50.00',
    });
  });

  test('the download is refused without a session', async () => {
    const { response } = await download('', null);
    expect(response.status).toBe(401);
  });
});

test('the usage history has the deductions of the user alone', async () => {
  expect(await credits.usage.latest(user)).toEqual([
    {
      date: expect.stringMatching(/Z$/) as string,
      credits: 200,
      calls: 4,
      campaign_id: 'c1',
      campaign_name: '=SUM(A1)',
    },
  ]);
  expect(await credits.usage.latest({ uid: 'bob', streamId: newId() })).toEqual([]);
});

test('the usage of a period counts what is priced in it, within the allowance and beyond', async () => {
  const owner = { uid: 'ann', streamId: newId() };
  const grantKey = (period: string) => `grant:invoice:${period.replace('period-', 'in_')}`;
  expect(await credits.usage.ofPeriod(owner.streamId, grantKey)).toBeUndefined();
  const { hold, deduct, release } = campaign('c1');
  const earlier = campaign('earlier');
  const commands = [
    grantOf('launch', 1),
    earlier.hold(7),
    grantOf('launch', 2),
    hold(402),
    earlier.deduct(5),
    deduct(401),
    release('rest'),
    campaign('c2').hold(3),
    campaign('c3').hold(2),
    campaign('c3').release(1),
  ];
  for (const command of commands)
    expect(await credits.ledger.execute(owner.streamId, command)).toMatchObject({ ok: true });
  expect(await credits.usage.ofPeriod(owner.streamId, grantKey)).toEqual({
    id: 'period-2',
    start: new Date(Date.UTC(2026, 1, 1)),
    plan: 'launch',
    allowance: { delivered: 400, held: 0 },
    extra: { delivered: 1, held: 4 },
    credits: 400 * 50 + 65,
  });
});

test('an export has each event with all of its figures, of one account alone', async () => {
  const [section] = credits.exported.sections;
  const rows: unknown[] = [];
  for await (const row of section?.rows(user) ?? []) rows.push(row);
  expect(rows).toHaveLength(7);
  expect(rows[3]).toEqual({
    version: 4,
    type: 'release',
    date: '2026-11-20T10:00:00.000Z',
    credits: 250,
    calls: 5,
    campaign_id: 'c1',
    campaign_name: '=SUM(A1)',
    note: 'finished',
    balance: 19_800,
    held: 0,
    debt: 0,
  });
});

test('events after a version are read oldest first, and the versions of streams at once', async () => {
  const after = await credits.history.after(user.streamId, 2, 3);
  expect(after.map(({ version }) => version)).toEqual([3, 4, 5]);
  await credits.close();
  expect([...(await credits.versionsOf([user.streamId, 'nobody']))]).toEqual([[user.streamId, 7]]);
});

test('bought credits say so in the history', async () => {
  const owner = { uid: 'ann', streamId: newId() };
  await credits.ledger.execute(owner.streamId, purchaseOf(500));
  expect((await callAs(owner).history({})).entries).toMatchObject([{ type: 'grant', note: 'Bought' }]);
});

test('the flow of the caller is that of their own stream', async () => {
  const { days, complete } = await callAs(user).flow({ from: '2026-11-20', to: '2026-11-20' });
  expect([days, complete]).toEqual([
    [
      expect.objectContaining({
        granted: 20_000,
        held: 500,
        deducted: 200,
        released: 250,
        adjusted: -20_050,
      }),
    ],
    true,
  ]);
  await expect(callAs(null).flow()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});
