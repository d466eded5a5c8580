import { request } from 'node:http';
import type { AnyProcedure } from '@trpc/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { connectDatabase } from '#server/app/database/database.ts';
import { SuppressionStore } from '#server/features/do-not-call/suppressions/suppression-store.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import type { CostClass } from '#server/platform/trpc/cost.ts';
import type { ProcedureMeta } from '#server/platform/trpc/trpc.ts';

const DOWNLOAD = '/api/suppressions/export.csv';
const LIST = '/api/suppressions/';
const IMPORT = '/api/suppressions/import/';
/** Of the list of each user. */
const ROWS = 2_000;
/** Entries of an input, or rows of a page, above which a call is not light. */
const MANY = 200;

let hark: TestHark;
let connection: Awaited<ReturnType<typeof connectDatabase>>;
beforeAll(async () => {
  hark = await startHark({}, undefined, { sweeps: false });
  connection = await connectDatabase(hark.mongodbUri);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await connection.close();
  await hark.stop();
});

/** Creates a user with numbers on the do-not-call list; returns the headers of their requests. */
async function newUser() {
  const { client, uid } = await hark.newUser();
  const numbers = Array.from({ length: ROWS }, (_, n) => {
    return { userId: uid, phone: String(12_025_000_000 + n), source: 'added', at: new Date(n) };
  });
  await connection.collection('suppressions').insertMany(numbers);
  return { uid, headers: { cookie: client.cookie(), origin: hark.baseUrl } };
}
type User = Awaited<ReturnType<typeof newUser>>;

const get = ({ headers }: User, path: string, signal?: AbortSignal) =>
  fetch(hark.baseUrl + path, { headers, ...(signal && { signal }) });

/** Lets the pages of a user's list wait from the one numbered `from`; returns the spy and what lets them go on. */
function holdPages({ uid }: User, from = 0) {
  const open = deferred();
  const { page } = SuppressionStore.prototype;
  let asked = 0;
  const spy = vi.spyOn(SuppressionStore.prototype, 'page').mockImplementation(async function (
    this: SuppressionStore,
    userId,
    range,
  ) {
    if (userId === uid && asked++ >= from) await open.promise;
    return page.call(this, userId, range);
  });
  return { spy, release: open.resolve };
}

/** Expects so many answers to be refusals; returns the answers to the other calls once they come. */
async function expectRefused(answers: Promise<Response>[], refused: number): Promise<Promise<Response>[]> {
  const open = new Set(answers);
  const early: Response[] = [];
  for (const answer of answers)
    void answer.then((response) => {
      open.delete(answer);
      early.push(response);
    });
  await expect.poll(() => early.length, { timeout: 20_000 }).toBe(refused);
  for (const response of early) {
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      error: 'Too many requests of your account are in progress. Please try again in a few seconds.',
      retry_after: 5,
    });
  }
  return [...open];
}

const statusesOf = async (answers: Promise<Response>[]) =>
  new Set((await Promise.all(answers)).map(({ status }) => status));
const times = <T>(count: number, call: (n: number) => T) => Array.from({ length: count }, (_, n) => call(n));

describe('of the calls of an account that are made at once', () => {
  it('two downloads run and eight wait; the rest is refused, and nobody else waits', async () => {
    const [busy, other] = [await newUser(), await newUser()];
    const { spy, release } = holdPages(busy);
    const answers = times(40, () => get(busy, DOWNLOAD));
    const open = await expectRefused(answers, 30);
    expect(spy).toHaveBeenCalledTimes(1);
    expect((await get(other, DOWNLOAD)).status).toBe(200);
    release();
    const texts = await Promise.all(open.map(async (answer) => (await answer).text()));
    expect(new Set(texts.map((text) => text.split('\r\n').length))).toEqual(new Set([ROWS + 2]));
  });

  it('four queries of many rows run and sixty wait', async () => {
    const [busy, other] = [await newUser(), await newUser()];
    const { spy, release } = holdPages(busy);
    const open = await expectRefused(
      times(70, () => get(busy, LIST)),
      6,
    );
    expect(spy).toHaveBeenCalledTimes(4);
    expect((await get(other, LIST)).status).toBe(200);
    release();
    expect(await statusesOf(open)).toEqual(new Set([200]));
  });

  it('one upload is received and thirty wait', async () => {
    const [busy, other] = [await newUser(), await newUser()];
    const upload = ({ headers }: User) =>
      fetch(hark.baseUrl + IMPORT, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/csv' },
        body: '(202) 500-0001',
      });
    const client = await slowUpload(busy);
    const open = await expectRefused(
      times(40, () => upload(busy)),
      10,
    );
    expect((await upload(other)).status).toBe(200);
    client.end('500-0002');
    expect(await statusesOf(open)).toEqual(new Set([200]));
  });
});

/** Begins an upload, whose body ends when told; resolves once the server knows of it. */
async function slowUpload({ headers }: User) {
  const begun = deferred();
  const client = request(hark.baseUrl + IMPORT, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv', expect: '100-continue' },
  });
  client.on('continue', () => {
    begun.resolve();
  });
  client.on('error', () => undefined);
  client.on('response', (response) => response.resume());
  client.flushHeaders();
  await begun.promise;
  client.write('(202) ');
  return client;
}

describe('of a client that disconnects', () => {
  it('a download ends: nothing more is read, and its place is free', async () => {
    const user = await newUser();
    const { spy, release } = holdPages(user, 1);
    const gone = new AbortController();
    const response = await get(user, DOWNLOAD, gone.signal);
    await expect.poll(() => spy.mock.calls.length).toBe(2);
    gone.abort();
    await expect(response.text()).rejects.toThrow();
    release();
    for (const _ of times(3, () => undefined)) expect((await get(user, DOWNLOAD)).status).toBe(200);
    const pages = ROWS / 500 + 1;
    // The page that was being read, and those of the three downloads that followed.
    await expect.poll(() => spy.mock.calls.length).toBe(2 + 3 * pages);
  });
});

interface Json {
  type?: unknown;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  maxItems?: number;
  maximum?: number;
}

/** Returns the most entries of any array in a schema, and the largest page that it can ask for. */
function largestOf(schema: Json, name = ''): number {
  const isPage = ['limit', 'page_size'].includes(name);
  return Math.max(
    schema.type === 'array' ? (schema.maxItems ?? Infinity) : 0,
    isPage ? (schema.maximum ?? Infinity) : 0,
    ...Object.entries(schema.properties ?? {}).map(([field, value]) => largestOf(value, field)),
    ...[schema.items ?? []].flat().map((items) => largestOf(items)),
    ...(schema.anyOf ?? []).map((choice) => largestOf(choice, name)),
  );
}

/** Returns the classes that a call must have by its form; none for one that may be light. */
function classesBy({ _def }: AnyProcedure): CostClass[] {
  const { rest } = (_def.meta ?? {}) as ProcedureMeta;
  const routes = [rest ?? []].flat();
  if (_def.type === 'subscription') return ['subscription'];
  if (routes.some(({ file }) => file !== undefined)) return ['file'];
  if (routes.some(({ upload }) => upload !== undefined)) return ['list'];
  const inputs = (_def as unknown as { inputs: z.ZodType[] }).inputs;
  const schemas = inputs.map(
    (input) => z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }) as Json,
  );
  return schemas.some((schema) => largestOf(schema) > MANY) ? ['rows', 'list'] : [];
}

describe('every call', () => {
  it('that receives, sends or goes through much declares what it costs', () => {
    const procedures = hark.composition.appRouter._def.procedures as unknown as Record<string, AnyProcedure>;
    const undeclared = Object.entries(procedures).flatMap(([name, procedure]) => {
      const { cost } = (procedure._def.meta ?? {}) as ProcedureMeta;
      const classes = classesBy(procedure);
      const isRight = classes.length === 0 ? cost !== 'file' : classes.some((one) => one === cost);
      return isRight ? [] : [`${name}: ${cost ?? 'light'}, not ${classes.join(' or ')}`];
    });
    expect(undeclared).toEqual([]);
  });
});
