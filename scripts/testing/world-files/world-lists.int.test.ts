import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRemovalModel, RemovalStore } from '#server/features/do-not-call/suppressions/removal-store.ts';
import { createOperatorList } from '#server/features/do-not-call/suppressions/operator-list.ts';
import { createSuppressionModel } from '#server/features/do-not-call/suppressions/suppression-model.ts';
import { SuppressionStore } from '#server/features/do-not-call/suppressions/suppression-store.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { readNumberFile } from '#client/features/suppressions/read-number-file.ts';
import { optOutsCommand } from '#server/commands/opt-outs/opt-outs-command.ts';
import { importInBrowser, type BrowserImport } from './browser-import.ts';
import { ENCODINGS } from './encoded-lists.ts';
import { EXPORTS } from './exported-lists.ts';
import { NUMBERS } from './number-lists.ts';
import { personOf } from './person-text.ts';
import { createRestEntrances, type RestEntrances } from './rest-entrances.ts';
import { ROWS } from './row-lists.ts';
import type { WorldList } from './world-list.ts';

const LISTS: readonly WorldList[] = [...NUMBERS, ...ENCODINGS, ...EXPORTS, ...ROWS];
const FIXTURES = new URL('../../../shared/fixtures/', import.meta.url);
const pathOf = (name: string) => fileURLToPath(new URL(name, FIXTURES));
const fileOf = async (name: string) => new File([await readFile(pathOf(name))], basename(name));

let hark: TestHark;
let rest: RestEntrances;
let operators: TestDatabase;
beforeAll(async () => {
  [hark, operators] = await Promise.all([startHark(), testDatabase()]);
  rest = await createRestEntrances(hark);
}, 60_000);
afterAll(async () => {
  await Promise.all([hark.stop(), operators.stop()]);
});

/** Imports a file by `npm run opt-outs` on an empty list; returns what is on the list then, and the lines that it named. */
async function importedByOperator(name: string) {
  const [model, removalModel] = [
    createSuppressionModel(operators.connection),
    createRemovalModel(operators.connection),
  ];
  await model.deleteMany({});
  const stores = { store: new SuppressionStore(model), removals: new RemovalStore(removalModel) };
  const list = createOperatorList({ ...stores, clock: systemClock });
  const said: string[] = [];
  await optOutsCommand(['import', pathOf(name)], list, (line) => said.push(line));
  const phones: string[] = [];
  for await (const { phone } of list.all()) phones.push(phone);
  return { phones: phones.toSorted(), errors: said.flatMap((line) => /^Line (.*)\.$/.exec(line)?.[1] ?? []) };
}

/** A campaign keeps the own columns that its message uses. */
const withoutOwn = ({ contacts }: BrowserImport) =>
  contacts.map((contact) => personOf({ ...contact, custom: {} })).toSorted();

describe.each(LISTS)('$what ($file)', (row) => {
  const { asked = {}, errors = [], warnings = [], people } = row.browser;
  const sorted = people.toSorted();

  test('in the browser, and as the browser sends it', async () => {
    const { contacts: _, sent, ...found } = await importInBrowser(await fileOf(row.file));
    expect(found).toEqual({ asked, errors, warnings, people, refusal: null });
    expect(sent === null).toBe(people.length === 0);
    if (sent === null) return;
    const saved = await rest.saveList(sent.file, sent.lastNameOptional);
    expect(saved).toEqual({ status: 201, errors: [], warnings, people: sorted });
  });

  test('over REST, as a saved list and as a campaign', async () => {
    const file = await fileOf(row.file);
    const refusals = { 'headers refused': ['1: Invalid headers'], 'rows refused': errors, stored: null };
    const refused = refusals[row.rest];
    const imported = await importInBrowser(file);
    if (refused === null) {
      const stored = { status: 201, errors: [], warnings };
      expect(await rest.saveList(file)).toEqual({ ...stored, people: sorted });
      expect(await rest.createCampaign(file)).toEqual({ ...stored, people: withoutOwn(imported) });
    } else {
      const nothing = { status: 400, errors: refused, warnings: [], people: [] };
      expect(await rest.saveList(file)).toEqual(nothing);
      expect(await rest.createCampaign(file)).toEqual(nothing);
    }
    if (row.rest !== 'rows refused') return;
    const { people: called } = await rest.createCampaign(file, { skip_invalid: 'true' });
    expect(called).toEqual(withoutOwn(imported));
  });

  test('as a do-not-call list, in the browser, over REST and by the operator’s command', async () => {
    const file = await fileOf(row.file);
    const read = await readNumberFile(file);
    if (read.kind !== 'list') throw new Error(read.message);
    const named = read.list.errors.map(({ line, message }) => `${String(line)}: ${message}`);
    expect({ phones: read.list.phones.toSorted(), errors: named }).toEqual(row.suppressed);
    expect(await rest.suppress(file)).toEqual(row.suppressed);
    expect(await importedByOperator(row.file)).toEqual(row.suppressed);
  });
});

test.each(LISTS.filter(({ windows }) => windows !== undefined))(
  'where the people of $file may be',
  async ({ file, windows }) => {
    const { body } = await rest.checkList(await fileOf(file));
    expect((body['classes'] as { window: string }[]).map(({ window }) => window)).toEqual(windows);
  },
);
