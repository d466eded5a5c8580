import type { mongo } from 'mongoose';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { halfOf, KNOWN, type At, type Factories } from './known-ids.ts';

/** Returns the documents of campaigns, by collection. */
export function campaignFactories(at: At): Factories {
  return {
    campaigns: (i) => campaign(i, at),
    campaign_drafts: (i) => ({
      // Every second one is of a version with one draft for each user.
      ...(i % 2 === 0
        ? { _id: `u-${String(i)}` }
        : { _id: `u-${String(i)}/d-1`, uid: `u-${String(i)}`, slot: 0 }),
      version: `tab-${String(i)}.1`,
      tab: `tab-${String(i)}`,
      edit: 1,
      savedAt: at(-i * HOUR_MS),
      content: {},
    }),
    message_templates: (i) => ({
      _id: `template-${String(i)}`,
      uid: `u-${String(Math.floor(i / 50))}`,
      slot: i % 50,
      name: `Template ${String(i)}`,
      text: 'Hi {first_name|there}',
      changedAt: at(-i * HOUR_MS),
    }),
    consents: (i) => ({
      _id: `preparation-${String(i)}`,
      campaignId: halfOf(i, 'c'),
      userId: halfOf(i, 'u'),
      basis: 'written_consent',
      at: at(-i * 1_000),
    }),
  };
}

/** Returns campaign number `i`; the first ones are in every state. `at` adds milliseconds to the time of the test. */
function campaign(i: number, at: At): mongo.Document {
  const common = {
    _id: `c-${String(i)}`,
    userId: halfOf(i, 'u'),
    streamId: halfOf(i, 's'),
    name: `Campaign ${String(i)}`,
    message: 'Hello',
    voiceId: `v-${String(i % 4)}`,
    run: 1,
    runEpoch: 1,
    nextSeq: 101,
    total: 100,
    delivered: 100,
    failed: 0,
    lastSettlement: 1,
    held: i < KNOWN ? 50 : 0,
    voidedPreparations: [],
    changedAt: at(-DAY_MS),
    dropDate: at(-i * 1_000),
    createdAt: at(-i * 1_000),
    ...(i % 4 === 0 && { savedListId: `list-${String(i % 100)}` }),
    ...(i % 8 === 0 && { split: { test: `test-${String(i)}`, part: 1, division: 0 } }),
  };
  const named = { liveName: common.name };
  const success = { status: 'Success', startedAt: at(-DAY_MS), finishedAt: at(-i * HOUR_MS) };
  if (i >= KNOWN) return { ...common, ...named, ...success };
  const preparing = {
    preparationId: `preparation-${String(i)}`,
    kind: 'add',
    leaseUntil: at(-HOUR_MS),
    replaceUntil: at(-HOUR_MS),
    run: 1,
    calls: 1,
  };
  const notice = {
    id: `notice-${String(i)}`,
    kind: 'finished',
    dueAt: at(-HOUR_MS),
    since: at(-HOUR_MS),
    tries: 0,
  };
  const states: mongo.Document[] = [
    { status: 'Sending', startedAt: at(-HOUR_MS), changedAt: at(0) },
    { status: 'Scheduled' },
    { status: 'Paused', startedAt: at(-HOUR_MS) },
    { status: 'Deleting' },
    { status: 'Preparing', preparing },
    success,
    { ...success, status: 'Failed' },
    { status: 'Deleted', deletedAt: at(-HOUR_MS) },
    { status: 'Scheduled', resweepAt: at(-HOUR_MS) },
    { ...success, notice },
  ];
  const state: mongo.Document = { ...common, ...states[i % states.length] };
  return String(state['status']).startsWith('Delet') ? state : { ...state, ...named };
}
