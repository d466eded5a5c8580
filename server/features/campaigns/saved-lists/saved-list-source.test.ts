import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import type { Contact } from '#shared/contacts/contact-list.ts';
import type { OpenList } from '#server/features/contact-lists/api.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import { createSpool } from '#server/platform/lib/uploads/spool.ts';
import { withSavedList } from './saved-list-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'hark-saved-lists-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const contact = (last: string, first_name = 'Ann') =>
  ({ first_name, phone_number: `2025550${last}`, recommended_phone: `12025550${last}` }) as Contact;

async function contactsOf(source: ContactSource): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const batch of source.contacts()) found.push(...batch);
  return found;
}

/** Copies a list that is the next of `versions` each time it is opened; all but `stable` change while they are read. */
async function copy(
  versions: Contact[][][],
  { stable = versions.length, spool = createSpool({ dir: folder }) } = {},
) {
  let opened = 0;
  const open = (): Promise<OpenList> => {
    const batches = versions[opened++] ?? [];
    const isStable = opened === stable;
    return Promise.resolve({
      consent: { basis: 'other', own_words: 'x', obtained_at: '2026-01-01', source: 'Shop' },
      ownColumns: ['plan', 'phone_2', 'phone_2_dnc', 'do_not_call'],
      contacts: () => Readable.from(batches),
      isUnchanged: () => Promise.resolve(isStable),
    });
  };
  const deps = { savedLists: { open }, spool };
  return withSavedList(deps, { userId: 'ana', listId: 'l' }, async ({ source }) => ({
    digest: source.digest,
    checked: await source.check('').catch((error: unknown) => error),
    contacts: await contactsOf(source),
    leftOut: source.invalid?.present(),
  }));
}
const filesLeft = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

test('the digest of a saved list is that of its contacts, in whatever batches they are read', async () => {
  const { digest } = await copy([[[contact('143'), contact('144')]]]);
  expect((await copy([[[contact('143')], [contact('144')]]])).digest).toBe(digest);
  const others = [
    [],
    [contact('143')],
    [contact('144'), contact('143')],
    [contact('143'), contact('144', 'Bo')],
  ];
  const digests = await Promise.all(others.map(async (list) => (await copy([[list]])).digest));
  expect(new Set([digest, ...digests]).size).toBe(others.length + 1);
  expect((await copy([[]])).contacts).toEqual([]);
  expect(filesLeft()).toEqual([]);
});

test('a list that changes while it is copied is copied again, and given up after three times', async () => {
  const versions = ['143', '144', '145'].map((last) => [[contact(last)]]);
  expect((await copy(versions)).contacts).toEqual([contact('145')]);
  await expect(copy(versions, { stable: 4 })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(filesLeft()).toEqual([]);
});

test('a contact that an earlier version saved with a do-not-call flag is not called', async () => {
  const flagged = (last: string, custom: Record<string, string>) => ({ ...contact(last), custom });
  const saved = [flagged('143', { plan: 'Yes', phone_2_dnc: 'Yes' }), flagged('144', { do_not_call: '0' })];
  expect(await copy([[saved]])).toMatchObject({ checked: 2, leftOut: undefined });
  const [first, second] = saved;
  const others = [first, flagged('145', { do_not_call: '1' })] as Contact[];
  const { checked, contacts, leftOut } = await copy([[others, [second] as Contact[]]]);
  expect([checked, contacts]).toEqual([2, [contact('143'), contact('144')]]);
  expect(leftOut).toEqual({
    count: 1,
    errors: [{ line: 3, message: '+1 (202) 555-0145: “do_not_call” is set for this contact' }],
  });
});

test('the copy of a wide list takes a tenth of its text on disk', async () => {
  const custom = { notes: 'Called about the spring offer; asked for a second visit. '.repeat(20) };
  const batches = Array.from({ length: 3 }, () =>
    Array.from({ length: 1_000 }, () => ({ ...contact('143'), custom })),
  );
  const maxBytes = (4 * JSON.stringify(batches).length) / 10;
  expect((await copy([batches], { spool: createSpool({ dir: folder, maxBytes }) })).contacts).toHaveLength(
    3_000,
  );
  expect(filesLeft()).toEqual([]);
});
