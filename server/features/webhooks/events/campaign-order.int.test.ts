import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/time-units.ts';
import { WEBHOOK_EVENTS } from '#shared/schemas/webhooks.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { StatusChange } from '#server/features/campaigns/lifecycle/status-change-model.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { campaignTypes } from '#server/testing/http/webhook-calls.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#server/testing/http/webhook-receiver.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { startWebhooks, type WebhooksHarness } from '#server/features/webhooks/testing/webhooks-harness.ts';

let system: WebhooksHarness;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [system, receiver] = await Promise.all([startWebhooks(), startWebhookReceiver()]);
});
beforeEach(() => {
  receiver.respond();
  receiver.received.length = 0;
});
afterAll(async () => {
  await receiver.close();
  await system.stop();
});

const send = () => system.webhooks.loop.drain();
const campaigns = () => system.connection.collection<CampaignDocument>('campaigns');

function campaignOf(user: SignedInUser, statusChanges: StatusChange[] = []): CampaignDocument {
  const [id, now] = [newId(), system.clock.now()];
  return {
    _id: id,
    userId: user.uid,
    streamId: user.streamId,
    name: id,
    liveName: id,
    status: 'Scheduled',
    message: 'Hello',
    voiceId: 'v',
    voiceTitle: 'Ana',
    providerVoiceId: 'p',
    dropDate: now,
    createdAt: now,
    changedAt: now,
    runEpoch: 0,
    run: 1,
    nextSeq: 4,
    voidedPreparations: [],
    total: 3,
    delivered: 0,
    failed: 0,
    retryable: 0,
    creditCost: 150,
    held: 150,
    charged: 0,
    lastSettlement: 0,
    statusChanges,
  } as unknown as CampaignDocument;
}

async function newCampaign(user: SignedInUser): Promise<string> {
  const campaign = campaignOf(user);
  await campaigns().insertOne(campaign);
  return campaign._id;
}

async function move(
  id: string,
  from: 'Scheduled' | 'Sending' | 'Paused',
  to: 'Sending' | 'Paused' | 'Success' | 'Failed',
  statusReason?: string,
): Promise<void> {
  system.clock.advance(SECOND_MS);
  const set = statusReason === undefined ? {} : { statusReason };
  await system.features.stores.statuses.transition(id, to, { from: [from] as never, set });
  await system.webhooks.idle();
}

/** Reports a settlement with one delivered and one failed call. */
async function settle({ uid: userId }: SignedInUser, campaignId: string, settlement: number): Promise<void> {
  const cells = { first_name: 'Ana', last_name: '', address1: '', address2: '', city: '', state: '' };
  const more = { zipcode: '', country: '', email: '', company_name: '', date: null, call: null };
  const delivered = { status: 'success' as const, reason: null, reason_code: null };
  const failed = { status: 'failed' as const, reason: 'Busy', reason_code: '4006' as const };
  const view = (n: number) => ({
    ...cells,
    ...more,
    id: String(n),
    phone_number: '',
    recommended_phone: `1202555010${String(n)}`,
  });
  await system.webhooks.callEvents.record({
    userId,
    campaignId,
    campaignName: campaignId,
    settlement,
    read: () =>
      Promise.resolve([
        { delivered: true, view: { ...view(settlement), ...delivered } },
        { delivered: false, view: { ...view(settlement + 5), ...failed } },
      ]),
  });
}

async function pass(ms: number, step: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    system.clock.advance(step);
    await send();
  }
}

it('the numbers of events tell the order of a campaign to an endpoint that fails for a day', async () => {
  const { user } = await system.newEndpoint(receiver.url('/order'), [...WEBHOOK_EVENTS]);
  receiver.respond((_received, res) => res.writeHead(500).end());
  const id = await newCampaign(user);
  await move(id, 'Scheduled', 'Sending');
  await settle(user, id, 1);
  await pass(6 * HOUR_MS, HOUR_MS);
  await move(id, 'Sending', 'Paused', 'The carrier refuses calls');
  await settle(user, id, 2);
  await move(id, 'Paused', 'Sending');
  await settle(user, id, 3);
  await move(id, 'Sending', 'Success');
  await pass(18 * HOUR_MS, HOUR_MS);
  let requests = 0;
  receiver.respond((_received, res) => res.writeHead((requests += 1) % 3 === 0 ? 503 : 200).end());
  await pass(2 * DAY_MS, HOUR_MS);
  const arrived = receiver.events('/order');
  const events = [...arrived].sort((a, b) => Number(a.sequence) - Number(b.sequence));
  expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(events.length);
  expect(campaignTypes(events, id)).toEqual([
    ...['campaign.started', 'calls', 'campaign.paused', 'calls'],
    ...['campaign.started', 'campaign.resumed', 'calls', 'campaign.finished'],
  ]);
  const calls = events.flatMap(({ data }) => ('calls' in data ? data.calls : []));
  expect(calls.map(({ recommended_phone: phone }) => Number(phone.at(-1)))).toEqual([1, 6, 2, 7, 3, 8]);
});

it('a campaign that goes on after a pause is told as resumed, and a retry is not', async () => {
  const { user } = await system.newEndpoint(receiver.url('/resumed'), ['campaign.resumed']);
  const id = await newCampaign(user);
  await move(id, 'Scheduled', 'Sending');
  await move(id, 'Sending', 'Paused');
  await move(id, 'Paused', 'Sending');
  await system.webhooks.sweep();
  await move(id, 'Sending', 'Success');
  await send();
  expect(receiver.events('/resumed')).toMatchObject([
    { type: 'campaign.resumed', data: { campaign: { id, status: 'Sending' } } },
  ]);
});

it('a campaign that the system pauses is reported with the reason', async () => {
  const { user } = await system.newEndpoint(receiver.url('/paused'), ['campaign.paused']);
  const id = await newCampaign(user);
  await move(id, 'Scheduled', 'Sending');
  await move(id, 'Sending', 'Paused', 'The carrier refuses calls');
  await send();
  expect(receiver.events('/paused')).toMatchObject([
    {
      type: 'campaign.paused',
      data: { campaign: { id, status: 'Paused', status_reason: 'The carrier refuses calls' } },
    },
  ]);
});

it('a campaign that a late delivery turns from Failed into a Success is reported again, once', async () => {
  const { user } = await system.newEndpoint(receiver.url('/late'), ['campaign.finished']);
  const id = await newCampaign(user);
  await move(id, 'Scheduled', 'Sending');
  await move(id, 'Sending', 'Failed');
  const late = { run: 1, delivered: 1, failed: -1, retryable: 0, reasons: {}, deducted: 50 };
  for (const n of [1, 1, 2]) {
    await system.features.stores.statuses.countSettlement(id, n, late);
    await system.webhooks.idle();
  }
  await send();
  expect(receiver.events('/late')).toMatchObject([
    { type: 'campaign.finished', data: { campaign: { id, status: 'Failed' } } },
    { type: 'campaign.finished', data: { campaign: { id, status: 'Success', completed: true } } },
  ]);
});

it('a campaign that changes after its events have left the log is not reported again', async () => {
  const { user } = await system.newEndpoint(receiver.url('/old'), ['campaign.started', 'campaign.finished']);
  const id = await newCampaign(user);
  await move(id, 'Scheduled', 'Sending');
  await move(id, 'Sending', 'Success');
  await send();
  expect(receiver.received).toHaveLength(2);
  system.clock.advance(31 * DAY_MS);
  // As the database does by itself.
  for (const name of ['webhook_deliveries', 'webhook_lanes'])
    await system.connection.collection(name).deleteMany({ expiresAt: { $lte: system.clock.now() } });
  await system.webhooks.sweep();
  // As by the end of the retention of its contacts, or its deletion.
  await campaigns().updateOne({ _id: id }, { $set: { changedAt: system.clock.now() } });
  system.clock.advance(10 * SECOND_MS);
  await system.webhooks.sweep();
  await send();
  expect(receiver.received).toHaveLength(2);
});

it('an endpoint is sent nothing of an event from before it was chosen', async () => {
  const { api, id: endpoint, user } = await system.newEndpoint(receiver.url('/chosen'), ['credits.low']);
  const id = await newCampaign(user);
  await move(id, 'Scheduled', 'Sending');
  system.clock.advance(HOUR_MS);
  await api.update({ id: endpoint, events: ['credits.low', 'campaign.started', 'campaign.finished'] });
  await move(id, 'Sending', 'Success');
  await send();
  expect(campaignTypes(receiver.events('/chosen'), id)).toEqual(['campaign.finished']);
});

it('credits that fell before an endpoint was created are not reported to it', async () => {
  const { user, api } = await system.newEndpoint(receiver.url('/first'), ['credits.low']);
  const { ledger } = system.features.credits;
  const source = { kind: 'invoice' as const, id: 'in_1' };
  const period = { id: source.id, start: new Date() };
  await ledger.execute(user.streamId, { type: 'grant', key: 'grant:in_1', plan: 'launch', source, period });
  await ledger.execute(user.streamId, { type: 'hold', key: 'hold:c1:1:p', campaignId: 'c1', calls: 390 });
  system.clock.advance(SECOND_MS);
  await api.create({ url: receiver.url('/second'), events: ['credits.low'] });
  system.clock.advance(10 * SECOND_MS);
  await system.webhooks.sweep();
  await send();
  expect([receiver.events('/first').length, receiver.events('/second').length]).toEqual([1, 0]);
});

it('all of many campaigns that changed at one time are searched', async () => {
  const { user } = await system.newEndpoint(receiver.url('/many'), ['campaign.started']);
  system.clock.advance(SECOND_MS);
  const change = () => [{ id: newId(), status: 'Sending' as const, at: system.clock.now() }];
  await campaigns().insertMany(Array.from({ length: 150 }, () => campaignOf(user, change())));
  system.clock.advance(10 * SECOND_MS);
  await system.webhooks.sweep();
  const stored = system.connection.collection('webhook_deliveries').countDocuments({ uid: user.uid });
  expect(await stored).toBe(150);
});
