import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Request } from 'express';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createSpool } from '#server/platform/lib/uploads/spool.ts';
import { createCostLimits } from '#server/platform/trpc/cost.ts';
import type { SignedInContext } from '#server/platform/trpc/context.ts';
import { createListReader } from './list-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'hark-lists-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const CONTACT = { first_name: 'Ann', phone_number: '2025550143' };
const LIMIT = 16 * 1024 * 1024;

function requestOf(type: string, body: string, length = Buffer.byteLength(body)): Request {
  const headers = { 'content-type': type, 'content-length': String(length) };
  return Object.assign(Readable.from([Buffer.from(body)]), {
    headers,
    headersDistinct: {},
    query: {},
    is: isOf(type),
  }) as never;
}
const isOf = (type: string) => (asked: string) => (type.includes(asked) ? asked : false);

const form = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => {
      const file = name === 'csv_file' ? '; filename="a.csv"\r\nContent-Type: text/csv' : '';
      return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    })
    .join('')}--x--\r\n`;

/** Reads a list while its sender is signed in until the body was received; returns what is done. */
async function read(req: Request, { isSignedIn = true, maxBytes = LIMIT } = {}) {
  const done: string[] = [];
  const context = {
    user: { uid: 'u', streamId: 's' },
    costs: createCostLimits(),
    stillSignedIn: () => Promise.resolve((done.push('asked'), isSignedIn)),
  } as unknown as SignedInContext;
  const reader = createListReader({ spool: createSpool({ dir: folder }) });
  const request = {
    schema: z.object({ name: z.string() }),
    maxBytes,
    admit: () => Promise.resolve(void done.push('admitted')),
  };
  const result = await reader
    .read(req, context, request, (draft) => Promise.resolve(`used for ${draft.name}`))
    .catch(String);
  expect(
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  ).toEqual([]);
  return { result, done };
}

const JSON_BODY = JSON.stringify({ name: 'Spring', contacts: [CONTACT] });
const FORM_BODY = form({ name: 'Spring', csv_file: 'First Name,Phone\nAnn,2025550143\n' });
const BODIES = [
  ['application/json', JSON_BODY],
  ['multipart/form-data; boundary=x', FORM_BODY],
] as const;

test.each(BODIES)('a list of type %s is used for its sender, and not kept', async (type, body) => {
  expect(await read(requestOf(type, body))).toEqual({ result: 'used for Spring', done: ['asked'] });
});

test.each(BODIES)('one of type %s is not used once its sender has signed out', async (type, body) => {
  const { result, done } = await read(requestOf(type, body), { isSignedIn: false });
  expect(done).toEqual(['asked']);
  expect(result).not.toContain('used');
});

test('who may send a large body is asked before it is read; a too large one is refused', async () => {
  const large = requestOf('application/json', JSON_BODY, 1_000_000);
  expect((await read(large)).done).toEqual(['admitted', 'asked']);
  const tooLarge = await read(requestOf('application/json', JSON_BODY, 1_001), { maxBytes: 1_000 });
  expect(tooLarge).toEqual({ result: 'AppError: The body is too large.', done: [] });
});
