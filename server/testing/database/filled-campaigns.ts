import type { mongo } from 'mongoose';
import { DAY_MS } from '#shared/time-units.ts';
import { CAMPAIGN, contactId, halfOf, KNOWN, NOT_STARTED, phone } from './known-ids.ts';

const HOUR_MS = 3_600_000;

/** Returns campaign number `i`; the first ones are in every state. `at` adds milliseconds to the time of the test. */
export function campaign(i: number, at: (offset: number) => Date): mongo.Document {
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
  };
  const named = { liveName: common.name };
  const success = { status: 'Success', startedAt: at(-DAY_MS), finishedAt: at(-i * HOUR_MS) };
  if (i >= KNOWN) return { ...common, ...named, ...success };
  const preparing = {
    preparationId: `preparation-${String(i)}`,
    kind: 'add',
    leaseUntil: at(-HOUR_MS),
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

/** Returns contact number `i` with its call. */
export function contact(i: number, at: (offset: number) => Date): mongo.Document {
  const seq = i + 1;
  const common = {
    _id: contactId(i),
    seq,
    run: 1,
    phone: phone(i),
    fields: {},
    preparationId: 'create',
    at: at(-HOUR_MS),
  };
  const settled = {
    ...{ status: 'success', settlement: 1, claim: 'old' },
    ...(i % 3 > 0 && { resultKey: 'delivered' }),
  };
  if (i >= KNOWN) {
    if (i % 4 === 1) return { ...common, campaignId: NOT_STARTED, status: 'pending', unsettled: true };
    return { ...common, campaignId: i % 2 === 0 ? CAMPAIGN : `c-${String(i)}`, ...settled };
  }
  const previous = {
    preparationId: 'create',
    run: 1,
    at: at(-DAY_MS),
    reason: 'r',
    code: '1',
    settlement: 1,
  };
  const states: mongo.Document[] = [
    { status: 'pending', unsettled: true },
    { status: 'claimed', unsettled: true, claim: 'claim-0' },
    { status: 'placed', unsettled: true, claim: 'claim-1' },
    { status: 'success', unsettled: true, claim: 'claim-1' },
    { status: 'failed', unsettled: true, claim: 'claim-1', retryable: true },
    { status: 'cancelled', unsettled: true },
    { status: 'failed', settlement: 1, retryable: true, code: '4006', resultKey: '4006' },
    { status: 'cancelled' },
    settled,
    { status: 'pending', unsettled: true, preparationId: 'retry', later: true, previous },
  ];
  const added =
    i % 10 === 0 && i >= 50
      ? { campaignId: NOT_STARTED, preparationId: 'add', later: true }
      : { campaignId: CAMPAIGN };
  return { ...common, ...states[i % states.length], ...added };
}

/** Returns claim number `i`. */
export function claim(i: number, at: (offset: number) => Date): mongo.Document {
  const states = ['claiming', 'placing', 'placed', 'void'];
  return {
    _id: `claim-${String(i)}`,
    campaignId: halfOf(i, 'c'),
    run: 1,
    runEpoch: 1,
    holder: i < 8 ? 'holder' : 'other',
    state: i < 8 ? states[i % 4] : 'placed',
    leaseUntil: at(-HOUR_MS),
    firstClaimedAt: at(-HOUR_MS),
    deadlineAt: at(i < 8 ? -HOUR_MS : DAY_MS),
    drops: [],
    seqs: [i + 1],
  };
}
