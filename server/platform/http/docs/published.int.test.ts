import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { breakingChanges } from './testing/breaking-changes.ts';
import { canonicalText, type Json } from './json.ts';

/** The document as it was published last. */
const PUBLISHED = new URL('published/openapi-v1.json', import.meta.url);
/** Where the published document says that Hark is. */
const SERVER = 'http://127.0.0.1:3000';
/** Set by `npm run openapi`, which writes the current document over the published one. */
const publishing = process.env.HARK_PUBLISH_OPENAPI === '1';

let hark: TestHark;
let current: Json;
beforeAll(async () => {
  hark = await startHark();
  const text = await (await fetch(`${hark.baseUrl}/openapi.json`)).text();
  current = JSON.parse(text.replaceAll(hark.baseUrl, SERVER)) as Json;
});
afterAll(() => hark.stop());

async function publishedDocument(): Promise<Json> {
  return JSON.parse(await readFile(PUBLISHED, 'utf8')) as Json;
}

it('the document breaks no program that was written for the published one', async () => {
  expect(breakingChanges(await publishedDocument(), current)).toEqual([]);
});

it('the published document is the current one, as `npm run openapi` writes it', async () => {
  if (publishing) await writeFile(PUBLISHED, `${JSON.stringify(current, null, 1)}\n`);
  const isPublished = canonicalText(current) === canonicalText(await publishedDocument());
  expect(isPublished, 'The API has changed. Publish it with: npm run openapi').toBe(true);
});
