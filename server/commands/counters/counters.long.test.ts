import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import { composeCounters } from '#server/app/database/counters.ts';
import type { Counters } from '#server/features/drops/counters/counters.ts';
import type { DayCounterDocument } from '#server/features/drops/settlement/day-counter-store.ts';
import { settleCampaign } from '#server/features/drops/settlement/settle-campaign.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { runBuilt } from '#server/testing/crash/run-built.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { countersCommand, readCommand } from './counters-command.ts';

const [DELIVERED, BUSY_LINE, MAILBOX_FULL] = [0, 4006, 4002];

let script: string;
let system: TestSystem;
let node: CampaignNode;
let counters: Counters;
let user: SignedInUser;
/** A finished campaign with a retry, and one that is Sending. */
let ended: string;
let sending: string;

beforeAll(async () => {
  ({ counters: script } = await buildHark());
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
  counters = composeCounters(node.connection, node.credits.ledger);
}, 120_000);
afterAll(() => system.stop());

beforeEach(async () => {
  user = await node.subscriber('launch');
  ended = await placed(4);
  await report(ended, [DELIVERED, BUSY_LINE, BUSY_LINE, MAILBOX_FULL]);
  await node.as(user).retry({ id: ended, reasons: ['4006'] });
  await node.drops.handlers.runCampaign(ended, BUSY);
  await system.report(`${ended}-2-2`, DELIVERED);
  await report(ended, [], [[3, BUSY_LINE]]);
  sending = await placed(3);
  await report(sending, [DELIVERED, BUSY_LINE]);
});

const campaigns = () => node.connection.collection<CampaignDocument>('campaigns');
const days = () => node.connection.collection<DayCounterDocument>('day_counters');
const stored = async () => [
  await campaigns()
    .find({ userId: user.uid }, { projection: { changedAt: 0, progress: 0 } })
    .toArray(),
  await days()
    .find({ userId: user.uid }, { projection: { countedAt: 0 } })
    .toArray(),
];

/** Creates a campaign and hands its calls to the carrier. */
async function placed(contacts: number): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(contacts)));
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  return campaign.id;
}

/** Reports calls of the first run by number, and of the second, and settles them. */
async function report(id: string, first: number[], second: [number, number][] = []): Promise<void> {
  for (const [index, code] of first.entries()) await system.report(`${id}-${String(index + 1)}-1`, code);
  for (const [seq, code] of second) await system.report(`${id}-${String(seq)}-2`, code);
  await settleCampaign(node.engine, id);
}

/** Runs the command for the user. */
async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const command = readCommand([...args, '--user', user.uid]);
  const record = () => Promise.resolve();
  const code = await countersCommand(command, { counters, record }, (line) => {
    lines.push(line);
  });
  return { code, lines };
}

const changeCampaign = (id: string, by: Record<string, number>) =>
  campaigns().updateOne({ _id: id }, { $inc: by });
const changeDays = (by: Record<string, number>) => days().updateOne({ userId: user.uid }, { $inc: by });

describe('a damaged counter', () => {
  it.each([
    ['delivered', () => changeCampaign(ended, { delivered: 2 })],
    ['failed', () => changeCampaign(ended, { failed: -1 })],
    ['retryable', () => changeCampaign(ended, { retryable: 1 })],
    ['outcomes.4006.calls', () => changeCampaign(ended, { 'outcomes.4006.calls': 1 })],
    ['outcomes.4002.retryable', () => changeCampaign(ended, { 'outcomes.4002.retryable': -1 })],
    ['outcomes.4016.calls', () => changeCampaign(ended, { 'outcomes.4016.calls': 3 })],
    ['delivered', () => changeDays({ delivered: -1 })],
    ['failed', () => changeDays({ failed: 5 })],
    ['hours.1-03.failed', () => changeDays({ 'hours.1-03.failed': 7 })],
    ['delivered', () => days().deleteMany({ userId: user.uid })],
  ])('%s is named by an audit and corrected by a rebuild', async (counter, damage) => {
    const before = await stored();
    expect(await run('audit')).toMatchObject({ code: 0 });
    await damage();
    const found = await run('audit');
    expect(found.code).toBe(1);
    expect(found.lines.join('\n')).toMatch(
      new RegExp(`user ${user.uid}: ${counter} is -?\\d+, counted \\d+`),
    );
    expect(await stored()).not.toEqual(before);
    expect(await run('rebuild')).toMatchObject({ code: 0 });
    expect(await run('audit')).toMatchObject({ code: 0 });
    const [campaignsBefore, daysBefore] = before;
    const [campaignsAfter = [], daysAfter = []] = await stored();
    expect(campaignsAfter.map(withoutEmpty)).toEqual(campaignsBefore?.map(withoutEmpty));
    expect(daysAfter.map(withoutEmpty)).toEqual(daysBefore?.map(withoutEmpty));
  });

  /** Removes reasons and hours without calls. */
  function withoutEmpty(document: object): unknown {
    const isEmpty = (value: unknown) =>
      typeof value === 'object' && value !== null && Object.values(value).every((figure) => figure === 0);
    return JSON.parse(JSON.stringify(document, (_, value: unknown) => (isEmpty(value) ? undefined : value)));
  }

  it('is corrected by settlements once the contacts are erased', async () => {
    await campaigns().updateOne({ _id: ended }, { $set: { contactsErasedAt: new Date(), delivered: 9 } });
    await node.connection.collection('contacts').deleteMany({ campaignId: ended });
    expect(await run('audit')).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('is 9, counted 2'), expect.anything(), expect.anything()],
    });
    expect(await run('rebuild')).toMatchObject({ code: 0 });
    expect(await campaigns().findOne({ _id: ended })).toMatchObject({
      delivered: 2,
      failed: 2,
      retryable: 2,
    });
  });

  it('stays if contacts are missing, or if it is money', async () => {
    await campaigns().updateOne({ _id: ended }, { $inc: { held: 7, delivered: 1 } });
    await node.connection.collection('contacts').deleteOne({ campaignId: ended, seq: 4 });
    const before = await stored();
    const found = await run('rebuild');
    expect(found.code).toBe(1);
    expect(found.lines.slice(0, 2)).toEqual([
      expect.stringContaining('it has 4 calls, of which 3 can be counted'),
      expect.stringContaining('held is 7 credits, 0 in the ledger'),
    ]);
    expect(await stored()).toEqual(before);
  });
});

describe('beside a running worker', () => {
  it.each(['Sending', 'Paused'])(
    'a campaign that is %s is left alone, and its days are right',
    async (status) => {
      if (status === 'Paused') await node.as(user).pause({ id: sending });
      await changeCampaign(sending, { delivered: 5 });
      const before = await stored();
      const { code, lines } = await run('rebuild');
      expect({ code, lines }).toMatchObject({
        code: 0,
        lines: [expect.stringContaining(`${sending} `), expect.anything()],
      });
      expect(lines[0]).toContain(`skipped, as it is ${status}`);
      expect(await stored()).toEqual(before);
    },
  );

  it('a campaign that is retried after it was counted is not corrected', async () => {
    await changeCampaign(ended, { retryable: 1 });
    const check = await counters.checkCampaign(ended);
    expect(check?.differences).toEqual([{ counter: 'retryable', stored: 3, counted: 2 }]);
    await node.as(user).retry({ id: ended, reasons: ['4002'] });
    const before = await stored();
    expect(await check?.correct()).toBe(false);
    expect(await stored()).toEqual(before);
  });

  it('a day that has counted a settlement since is counted again', async () => {
    await changeDays({ failed: 5 });
    const [early] = await counters.checkDays(user.uid);
    await report(sending, [DELIVERED, BUSY_LINE, DELIVERED]);
    expect([await early?.isUnchanged(), await early?.correct()]).toEqual([false, false]);
    expect(await run('rebuild')).toMatchObject({ code: 0 });
    expect(await days().findOne({ userId: user.uid })).toMatchObject({ delivered: 4, failed: 3 });
  });

  it('a settlement that its day has counted, and its campaign not yet, is in the day once', async () => {
    await system.report(`${sending}-3-1`, DELIVERED);
    const death = interruptAt(1, 'before');
    const dying = death.around(node.engine.statuses, ['countSettlement']);
    void settleCampaign({ ...node.engine, statuses: dying }, sending);
    await death.reached;
    await changeDays({ delivered: 3 });
    expect(await run('rebuild')).toMatchObject({ code: 0 });
    await settleCampaign(node.engine, sending);
    expect(await days().findOne({ userId: user.uid })).toMatchObject({ delivered: 4, failed: 3 });
  });
});

it('runs as a command over all users', { timeout: 120_000 }, async () => {
  const command = (...args: string[]) => runBuilt(script, system.database.uri, args);
  await command('rebuild');
  await changeCampaign(ended, { failed: 1 });
  const found = await command('audit');
  expect(found).toMatchObject({ code: 1, err: '' });
  expect(found.out).toContain(`campaign ${ended} `);
  expect(await command('rebuild', '--campaign', ended, '--reason', 'Case 7')).toMatchObject({ code: 0 });
  const detail = { action: 'Correction of the counters of calls', reason: 'Case 7' };
  const history = node.connection.collection('account_events');
  expect(await history.find({ uid: user.uid, detail }).toArray()).toMatchObject([{ type: 'support_action' }]);
  expect(await command('audit', '--campaign', ended)).toEqual({
    code: 0,
    err: '',
    out: 'Counted 1 campaign and 0 days: 0 differences, 0 skipped.\n',
  });
  expect(await command('audit', '--campaign', 'none')).toEqual({
    code: 2,
    out: '',
    err: 'There is no campaign "none".\n',
  });
});
