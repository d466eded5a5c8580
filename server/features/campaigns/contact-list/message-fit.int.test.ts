import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactsOfFile } from './csv-source.ts';
import { contactEnding, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';

/** Messages that render to an empty text or one above the carrier's limit are refused. */
let system: TestSystem;
let node: CampaignNode;
beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
});
afterAll(() => system.stop());

const EMPTY = 'The message is empty for this contact';
const LONG = 'The message is longer than 1,200 characters for this contact';
const nowhere = { ...contactEnding('0001'), city: '' };
const somewhere = contactEnding('0002');
const faraway = { ...contactEnding('0003'), city: 'x'.repeat(500) };
const LONG_MESSAGE = `${'x'.repeat(800)} {city}`;

const invalid = (errors: { line: number; message: string }[]) => ({
  code: 'BAD_REQUEST',
  cause: { code: 'INVALID_CSV', details: { errors } },
});

describe('a message that cannot be rendered for some contacts', () => {
  it('is refused at creation with their lines, without a hold', async () => {
    const user = await node.subscriber('launch');
    const draft = draftOf(user, [somewhere, nowhere, faraway]);
    const create = (message: string) => node.as(user).create({ ...draft, message });
    await expect(create('{city}, {state}')).resolves.toMatchObject({ success: true });
    await expect(create('{city}.')).rejects.toMatchObject(invalid([{ line: 3, message: EMPTY }]));
    await expect(create(LONG_MESSAGE)).rejects.toMatchObject(invalid([{ line: 4, message: LONG }]));
    expect((await node.credits.ledger.balance(user.streamId)).held).toBe(150);
  });

  it('is reported after other errors, and not for rows with other errors', async () => {
    const user = await node.subscriber('launch');
    const draft = draftOf(user, [nowhere, { ...nowhere, last_name: '' }]);
    await expect(node.as(user).create({ ...draft, message: '{city}' })).rejects.toMatchObject(
      invalid([
        { line: 2, message: EMPTY },
        { line: 3, message: 'Missing LastName' },
        { line: 3, message: 'Duplicate id' },
        { line: 3, message: 'Duplicate phone number' },
      ]),
    );
  });

  it('is refused for a file as well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hark-fit-'));
    const path = join(folder, 'contacts.csv');
    await writeFile(
      path,
      'id,FirstName,LastName,PhoneNumber,RecommendedPhone,City\n1,Ana,Lee,+12025550100,12025550100,\n',
    );
    const source = contactsOfFile(path, '');
    await expect(source.check('Hi {first_name}')).resolves.toBe(1);
    await expect(source.check('{city}')).rejects.toMatchObject({
      details: { errors: [{ line: 2, message: EMPTY }] },
    });
    await rm(folder, { recursive: true });
  });

  it('refuses additional contacts of that kind', async () => {
    const user = await node.subscriber('launch');
    const { campaign } = await node.as(user).create({ ...draftOf(user, [somewhere]), message: '{city}' });
    const added = node.as(user).addContacts({ campaign: campaign.id, contacts: [faraway, nowhere] });
    await expect(added).rejects.toMatchObject(invalid([{ line: 3, message: EMPTY }]));
  });

  it('is refused in an update', async () => {
    const user = await node.subscriber('launch');
    const { campaign } = await node.as(user).create(draftOf(user, [somewhere, nowhere, faraway]));
    const update = (message: string) => node.as(user).update({ id: campaign.id, message });
    await expect(update('{city}')).rejects.toMatchObject(invalid([{ line: 3, message: EMPTY }]));
    await expect(update(LONG_MESSAGE)).rejects.toMatchObject(invalid([{ line: 4, message: LONG }]));
    await expect(update('{city} {state}')).resolves.toMatchObject({
      campaign: { message: '{city} {state}' },
    });
  });
});

describe('a message that changes while contacts are added', () => {
  it('is refused, or the contacts are: no contact stays unchecked', async () => {
    const user = await node.subscriber('launch');
    const { campaign } = await node.as(user).create(draftOf(user, [somewhere]));
    const { id } = campaign;
    const add = (on: CampaignNode) => on.as(user).addContact({ campaign_name: id, ...nowhere });
    const update = (on: CampaignNode) => on.as(user).update({ id, message: '{city}' });

    const adding = interruptAt(1, 'before');
    const adder = await system.startNode({
      deps: (deps) => ({ ...deps, preparations: adding.around(deps.preparations, ['begin']) }),
    });
    const added = add(adder);
    await adding.reached;
    await update(node);
    adding.resume();
    await expect(added).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This campaign has changed in the meantime. Please try again.',
    });

    await node.as(user).update({ id, message: 'Hello' });
    const updating = interruptAt(1, 'before');
    const updater = await system.startNode({
      deps: (deps) => ({ ...deps, campaigns: updating.around(deps.campaigns, ['edit']) }),
    });
    const updated = update(updater);
    await updating.reached;
    await add(node);
    updating.resume();
    await expect(updated).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await node.as(user).get({ id })).campaign).toMatchObject({ message: 'Hello', total: 2 });
  });
});
