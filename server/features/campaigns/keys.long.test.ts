import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt, type Interruption } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

/** Adding contacts, starting and retrying with an Idempotency-Key; creation has its own tests. */
let system: TestSystem;
let other: CampaignNode;
const later = createTestClock();

beforeAll(async () => {
  system = await startTestSystem();
  other = await system.startNode({ clock: later, carrier: silentCarrier });
});

afterAll(() => system.stop());

const PRICE = 50;
const held = async (user: SignedInUser) => (await other.credits.ledger.balance(user.streamId)).held;
const SUPPRESSED = contactEnding('0004');
const added = [contactEnding('0001'), SUPPRESSED, contactEnding('0002')];
const skipped = [{ reason: 'do not call', count: 1 }];

async function scheduled(): Promise<{ user: SignedInUser; id: string }> {
  const user = await other.subscriber('launch');
  await other.listOf(user).add({ phone: SUPPRESSED.recommended_phone });
  const { campaign } = await other.as(user).create(draftOf(user, deliverableContacts(4)));
  return { user, id: campaign.id };
}

/** Creates a finished campaign with one delivered and two retryable calls. */
async function finished(): Promise<{ user: SignedInUser; id: string }> {
  const user = await other.subscriber('launch');
  const { campaign } = await other.as(user).create(draftOf(user, deliverableContacts(3)));
  const { id } = campaign;
  await other.as(user).execute({ id });
  await other.drops.handlers.runCampaign(id, BUSY);
  await Promise.all([0, 4006, 4006].map((code, at) => system.report(`${id}-${String(at + 1)}-1`, code)));
  await other.drops.handlers.settleCampaign(id);
  return { user, id };
}

async function expectAddedOnce({ user, id }: { user: SignedInUser; id: string }): Promise<void> {
  const { contacts, total } = await other.as(user).contacts({ id });
  const leftOut = await other.connection.collection('left_out_contacts').countDocuments({ campaignId: id });
  expect({ total, stored: contacts.length, leftOut, held: await held(user) }).toEqual({
    total: 6,
    stored: 6,
    leftOut: 1,
    held: 6 * PRICE,
  });
  expect((await other.as(user).get({ id })).campaign.skipped).toEqual(skipped);
}

async function expectRetriedOnce({ user, id }: { user: SignedInUser; id: string }): Promise<void> {
  const { campaign } = await other.as(user).get({ id });
  expect(campaign).toMatchObject({ status: 'Sending', delivered: 1, failed: 0, pending: 2, held: 2 * PRICE });
  expect(await held(user)).toBe(2 * PRICE);
}

describe('the same key and body', () => {
  it('adds contacts once, and repeats the first response', async () => {
    const campaign = await scheduled();
    const { user, id } = campaign;
    const first = await other.as(user, 'k').addContacts({ campaign: id, contacts: added });
    expect(first).toEqual({
      success: true,
      added: 2,
      skipped,
      credit_cost: 100,
      balance: 19_700,
      warnings: [],
    });
    await expect(other.as(user, 'k').addContacts({ campaign: id, contacts: added })).resolves.toEqual(first);
    await expectAddedOnce(campaign);

    const contact = { campaign_name: id, ...contactEnding('0003') };
    const one = await other.as(user, 'k2').addContact(contact);
    // The stored response does not depend on the current state of the campaign.
    await other.as(user).execute({ id });
    await expect(other.as(user, 'k2').addContact(contact)).resolves.toEqual(one);
  });

  it('retries once, and repeats the first response', async () => {
    const campaign = await finished();
    const { user, id } = campaign;
    const first = await other.as(user, 'k').retry({ id });
    expect(first).toEqual({ success: true, status: 'Sending', retried: 2, credit_cost: 100 });
    await expect(other.as(user, 'k').retry({ id })).resolves.toEqual(first);
    await expectRetriedOnce(campaign);
  });
});

describe('starting with a key', () => {
  it('repeats the response and does not resume a campaign that was paused since', async () => {
    const { user, id } = await scheduled();
    const started = await other.as(user, 'k').execute({ id });
    expect(started).toEqual({ success: true, status: 'Sending' });
    await other.as(user).pause({ id });
    expect(await other.as(user, 'k').execute({ id })).toEqual(started);
    expect((await other.as(user).get({ id })).campaign.status).toBe('Paused');
    await expect(other.as(user, 'k').execute({ id, force: true })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
  });

  it.each(['before', 'after'] as const)('happens once when repeated after a crash %s it', async (when) => {
    const { user, id } = await scheduled();
    const interruption = interruptAt(1, when);
    const worker = await system.startNode({
      deps: (deps) => ({ ...deps, statuses: interruption.around(deps.statuses, ['transition']) }),
    });
    const interrupted = worker.as(user, 'k').execute({ id });
    await interruption.reached;
    later.advance(120_000);
    expect(await other.as(user, 'k').execute({ id })).toEqual({ success: true, status: 'Sending' });
    await other.as(user).pause({ id });
    // The worker was only stale: it does not start the paused campaign.
    interruption.resume();
    await interrupted.catch(() => undefined);
    expect((await other.as(user).get({ id })).campaign.status).toBe('Paused');
  });
});

describe('pausing and resuming with a key', () => {
  type Step = 'pause' | 'resume';
  const COMES_FROM = { pause: 'Sending', resume: 'Paused' } as const;
  const LEADS_TO = { pause: 'Paused', resume: 'Sending' } as const;
  const opposite = (step: Step) => (step === 'pause' ? 'resume' : 'pause');
  const statusOf = async ({ user, id }: { user: SignedInUser; id: string }) =>
    (await other.as(user).get({ id })).campaign.status;

  /** Creates a campaign on which the step is possible. */
  async function before(step: Step): Promise<{ user: SignedInUser; id: string }> {
    const campaign = await scheduled();
    const { user, id } = campaign;
    await other.as(user).execute({ id });
    if (step === 'resume') await other.as(user).pause({ id });
    return campaign;
  }

  it.each(['pause', 'resume'] as const)('%s repeats its response and does nothing again', async (step) => {
    const campaign = await before(step);
    const { user, id } = campaign;
    const first = await other.as(user, 'k')[step]({ id });
    expect(first).toEqual({ success: true, status: LEADS_TO[step] });
    await other.as(user)[opposite(step)]({ id });
    expect(await other.as(user, 'k')[step]({ id })).toEqual(first);
    expect(await statusOf(campaign)).toBe(COMES_FROM[step]);
  });

  it.each([
    ['pause', 'before'],
    ['pause', 'after'],
    ['resume', 'before'],
    ['resume', 'after'],
  ] as const)('%s happens once when repeated after a crash %s it', async (step, when) => {
    const campaign = await before(step);
    const { user, id } = campaign;
    // The first step of a campaign that has begun is refused: it is not Scheduled any more.
    const interruption = interruptAt(step === 'resume' ? 2 : 1, when);
    const worker = await system.startNode({
      deps: (deps) => ({ ...deps, statuses: interruption.around(deps.statuses, ['transition']) }),
    });
    const interrupted = worker.as(user, 'k')[step]({ id });
    await interruption.reached;
    later.advance(120_000);
    expect(await other.as(user, 'k')[step]({ id })).toEqual({ success: true, status: LEADS_TO[step] });
    await other.as(user)[opposite(step)]({ id });
    // The worker was only stale.
    interruption.resume();
    await interrupted.catch(() => undefined);
    expect(await statusOf(campaign)).toBe(COMES_FROM[step]);
  });

  it.each(['before', 'after'] as const)(
    'a pause is repeated at once, though the process that stored its key died %s it',
    async (when) => {
      const campaign = await before('pause');
      const { user, id } = campaign;
      const interruption = interruptAt(1, when);
      const worker = await system.startNode({
        deps: (deps) => ({ ...deps, statuses: interruption.around(deps.statuses, ['transition']) }),
      });
      const interrupted = worker.as(user, 'k').pause({ id });
      await interruption.reached;
      const again = [1, 2].map(() => other.as(user, 'k').pause({ id }));
      for (const end of await Promise.allSettled(again))
        if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'CONFLICT' });
      expect(await statusOf(campaign)).toBe('Paused');
      interruption.resume();
      await interrupted.catch(() => undefined);
      expect(await other.as(user, 'k').pause({ id })).toEqual({ success: true, status: 'Paused' });
    },
  );

  it('a campaign that was resumed to its date is not resumed again once it is paused', async () => {
    const campaign = await scheduled();
    const { user, id } = campaign;
    await other.as(user).pause({ id });
    const interruption = interruptAt(1, 'after');
    const worker = await system.startNode({
      deps: (deps) => ({ ...deps, statuses: interruption.around(deps.statuses, ['transition']) }),
    });
    const interrupted = worker.as(user, 'k').resume({ id });
    await interruption.reached;
    later.advance(120_000);
    await other.as(user).pause({ id });
    expect(await other.as(user, 'k').resume({ id })).toEqual({ success: true, status: 'Scheduled' });
    expect(await statusOf(campaign)).toBe('Paused');
    interruption.resume();
    await interrupted.catch(() => undefined);
  });

  it.each(['pause', 'resume'] as const)('a refused %s leaves its key free', async (step) => {
    const campaign = await before(opposite(step));
    const { user, id } = campaign;
    const refused = { code: 'CONFLICT' };
    await expect(other.as(user, 'k')[step]({ id })).rejects.toMatchObject(refused);
    await other.as(user)[opposite(step)]({ id });
    expect(await other.as(user, 'k')[step]({ id })).toEqual({ success: true, status: LEADS_TO[step] });
  });
});

describe('the same key', () => {
  it('is refused with another body or another procedure', async () => {
    const { user, id } = await scheduled();
    const mismatch = { code: 'UNPROCESSABLE_CONTENT' };
    await other.as(user, 'k').addContacts({ campaign: id, contacts: added });
    const more = { campaign: id, contacts: [contactEnding('0005')] };
    await expect(other.as(user, 'k').addContacts(more)).rejects.toMatchObject(mismatch);
    await expect(other.as(user, 'k').create(draftOf(user))).rejects.toMatchObject(mismatch);
    await expect(other.as(user, 'k').retry({ id })).rejects.toMatchObject(mismatch);
  });

  it('can be used again after a refusal', async () => {
    const { user, id } = await scheduled();
    const twice = [contactEnding('0001'), contactEnding('0001')];
    await expect(other.as(user, 'k').addContacts({ campaign: id, contacts: twice })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(other.as(user, 'k').addContacts({ campaign: id, contacts: added })).resolves.toMatchObject({
      added: 2,
    });
  });

  it('is separate for each user', async () => {
    const [one, two] = [await scheduled(), await scheduled()];
    for (const { user, id } of [one, two]) {
      await expect(other.as(user, 'k').addContacts({ campaign: id, contacts: added })).resolves.toMatchObject(
        { added: 2 },
      );
    }
  });
});

/** Stops the process at one of its writes. */
function interrupted(interruption: Interruption) {
  return (deps: CampaignsDeps): CampaignsDeps => ({
    ...deps,
    idempotencyKeys: interruption.around(deps.idempotencyKeys, ['claim', 'finish', 'release']),
    preparations: interruption.around(deps.preparations, ['begin', 'renew', 'abandon']),
    statuses: interruption.around(deps.statuses, ['commitPreparation']),
    contacts: {
      ...interruption.around(deps.contacts, ['insert', 'requeueFailed', 'undoPreparation']),
      leftOut: interruption.around(deps.contacts.leftOut, ['insert']),
    },
    ledger: interruption.around(deps.ledger, ['execute']),
    jobs: interruption.around(deps.jobs, ['run']),
  });
}

/** Both procedures, with their number of writes: key, preparation and its writes, commit, response. */
const CALLS = [
  {
    name: 'adding contacts',
    writes: 7,
    make: scheduled,
    call: (node: CampaignNode, user: SignedInUser, id: string) =>
      node.as(user, 'a-key').addContacts({ campaign: id, contacts: added }),
    response: { success: true, added: 2, skipped, credit_cost: 100, balance: 19_700, warnings: [] },
    expectOnce: expectAddedOnce,
  },
  {
    name: 'retrying',
    writes: 7,
    make: finished,
    call: (node: CampaignNode, user: SignedInUser, id: string) => node.as(user, 'a-key').retry({ id }),
    response: { success: true, status: 'Sending', retried: 2, credit_cost: 100 },
    expectOnce: expectRetriedOnce,
  },
];

describe.each(CALLS)('$name', ({ writes, make, call, response, expectOnce }) => {
  const moments = Array.from({ length: writes }, (_, at) => at + 1).flatMap((nth) => [
    [nth, 'before'] as const,
    [nth, 'after'] as const,
  ]);

  it('happens once for concurrent requests; the others get a conflict or the same response', async () => {
    const campaign = await make();
    const tries = Array.from({ length: 6 }, () => call(other, campaign.user, campaign.id));
    const outcomes = await Promise.allSettled(tries);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeLessThan(tries.length);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'CONFLICT' });
    await expect(call(other, campaign.user, campaign.id)).resolves.toEqual(response);
    await expectOnce(campaign);
  });

  it.each(moments)('happens once when repeated after a crash at write %i, %s it', async (nth, when) => {
    const interruption = interruptAt(nth, when);
    const worker = await system.startNode({ deps: interrupted(interruption) });
    const campaign = await make();
    const { user, id } = campaign;
    const interruptedCall = call(worker, user, id);
    await interruption.reached;
    later.advance(120_000);
    await other.campaigns.sweep();

    await expect(call(other, user, id)).resolves.toEqual(response);
    await expectOnce(campaign);

    // The worker was only stale: its remaining writes change nothing.
    interruption.resume();
    await interruptedCall.catch(() => undefined);
    await expectOnce(campaign);
    await expect(call(other, user, id)).resolves.toEqual(response);
  });
});
