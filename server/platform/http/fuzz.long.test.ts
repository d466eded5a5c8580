import type { AnyProcedure } from '@trpc/server';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { demoContacts } from '#server/app/seed/demo-data.ts';
import { documentedPaths, JSON_TYPE, PUBLIC_CALLS, send } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { arbitraryInput, arbitraryText, type ValidValues } from '#server/testing/http/fuzz-inputs.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';
import { inputFields } from './docs/operation.ts';
import { restEntries } from './rest.ts';

/** Run longer with `FUZZ_REQUESTS=20000 npx vitest run server/platform/http/fuzz.long.test.ts`. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 300);
const MS_PER_REQUEST = 250;

interface Attempt {
  procedure: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

let hark: TestHark;
let caller: Subscriber;
beforeAll(async () => {
  hark = await startHark();
  caller = await newSubscriber(hark, 'Autumn');
}, 60_000);
afterAll(() => hark.stop());

/**
 * Not called: deletions would remove the resources of other requests, a sign-out everywhere the session, and an event
 * stream never ends.
 */
const EXCLUDED = new Set([
  'campaigns.delete',
  'voices.remove',
  'auth.signOutEverywhere',
  'accountDeletion.request',
  'live.progress',
]);

const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
const goodValues = (): ValidValues => ({
  ...caller,
  id: caller.campaignId,
  campaign: caller.campaignId,
  campaign_name: caller.campaignName,
  userId: caller.uid,
  user_id: caller.uid,
  voice_id: caller.voiceId,
  contacts: demoContacts(2, 213, 0),
  productId: 'prod_hark_launch',
  planId: 'launch',
  message: 'Hello {first_name}',
  drop_date: tomorrow,
  password: 'correct horse',
  file_type: 'audio/mpeg',
});
const references = () => [caller.campaignId, caller.campaignName, caller.voiceId, caller.uid];

/** A line of a stack trace, or the name of an internal error. */
const INTERNAL = /\bat (?:[^"]{0,200}\()?(?:file:|node:|\/)[^"\s]*:\d+:\d+|node_modules|ZodError|Mongo/;

function procedures(): [string, AnyProcedure][] {
  const all = hark.composition.appRouter._def.procedures as unknown as Record<string, AnyProcedure>;
  return Object.entries(all).filter(([name]) => !EXCLUDED.has(name));
}

/** Returns the calls that return a CSV file by REST. */
function downloads(): Set<string> {
  const files = restEntries(hark.composition.appRouter).filter(({ route }) => route.file !== undefined);
  return new Set(files.map(({ procedure }) => procedure));
}

function inputOf(procedure: AnyProcedure): Arbitrary<Record<string, unknown>> {
  return arbitraryInput(inputFields(procedure).fields, goodValues());
}

/** Generates bodies: mostly valid JSON, sometimes invalid JSON or another content type. */
function bodyOf(
  input: Arbitrary<Record<string, unknown>>,
): Arbitrary<Pick<Attempt, 'headers' | 'body'> & { query?: string }> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: input.map((value) => ({ headers: { ...JSON_TYPE }, body: JSON.stringify(value) })),
    },
    fc
      .constantFrom('{"', '[]', '"text"', 'null', '7', '{"a":1}}', '\ufeff{}', '[['.repeat(5_000))
      .map((body) => ({ headers: { ...JSON_TYPE }, body })),
    fc
      .constantFrom(
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=b',
        'application/json; charset=x',
      )
      .map((type) => ({ headers: { 'content-type': type }, body: '--b\r\n\r\n' })),
  );
}

function query(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => [name, asText(item)] as [string, string]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 3_000);
}

/** Generates REST requests. */
function documented(): Arbitrary<Attempt>[] {
  const byName = new Map(procedures());
  return documentedPaths(hark).flatMap(({ procedure, route: { method, path } }) => {
    const called = byName.get(procedure);
    if (called === undefined) return [];
    const names = path.replace('{provider}', 'dropcowboy').split('/');
    const filled = fc
      .tuple(...names.map((name) => (name.startsWith('{') ? arbitraryText(references()) : fc.constant(name))))
      .map((parts) => parts.map(pathSegment).join('/'));
    const input = inputOf(called);
    const sent =
      method === 'GET' ? input.map((value) => ({ query: query(value), headers: {} })) : bodyOf(input);
    return fc.tuple(filled, sent).map(([url, { query: pairs = '', ...rest }]) => ({
      procedure,
      method,
      path: `${url}${pairs}`,
      ...rest,
    }));
  });
}

/** Percent-encodes a path segment, unless it begins with `%`. */
function pathSegment(text: string): string {
  return text.startsWith('%') ? text : encodeURIComponent(wellFormed(text)).replace(/^\.+$/, '%2E');
}

/** Replaces lone surrogates, which a URL cannot contain. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Generates tRPC requests. */
function calls(): Arbitrary<Attempt>[] {
  return procedures().map(([procedure, called]) => {
    const input = inputOf(called);
    const path = `/trpc/${procedure}`;
    return called._def.type === 'query'
      ? input.map((value) => ({
          procedure,
          method: 'GET',
          path: `${path}${query({ input: value })}`,
          headers: {},
        }))
      : bodyOf(input).map((sent) => ({ procedure, method: 'POST', path, ...sent }));
  });
}

/** Every response but a file is JSON; errors have `error`, the same text as `message`, and `code`. */
function expectCommonFormat(status: number, type: string | null, body: Record<string, unknown>): void {
  expect(type).toBe('application/json; charset=utf-8');
  if (status < 400) return;
  expect([typeof body['error'], typeof body['code']]).toEqual(['string', 'string']);
  expect(body['message']).toBe(body['error']);
}

it(
  'any request gets a response without a server error',
  async () => {
    const attempt = fc.oneof(...documented(), ...calls());
    const files = downloads();
    await fc.assert(
      fc.asyncProperty(attempt, async ({ procedure, path, ...init }) => {
        // Public calls run without the cookie: a sign-in or sign-out would end the shared session.
        const cookie = PUBLIC_CALLS.has(procedure) ? {} : { cookie: caller.client.cookie() };
        const { status, type, text } = await send(hark, path, { ...init, ...cookie });
        expect(status, text).toBeLessThan(500);
        if (files.has(procedure) && status === 200 && !path.startsWith('/trpc/')) {
          expect(type).toBe('text/csv; charset=utf-8');
          return;
        }
        const body = JSON.parse(text) as Record<string, unknown>;
        if (!path.startsWith('/trpc/')) expectCommonFormat(status, type, body);
        expect(text).not.toMatch(INTERNAL);
      }),
      { numRuns: REQUESTS, endOnFailure: true },
    );
    expect((await send(hark, '/healthz')).status).toBe(200);
    expect((await caller.client.get('/users/user-info/')).body).toMatchObject({ user_email: caller.email });
  },
  30_000 + REQUESTS * MS_PER_REQUEST,
);
