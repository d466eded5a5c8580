import type { mongo } from 'mongoose';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import {
  CAMPAIGN,
  contactId,
  halfOf,
  KNOWN,
  NOT_STARTED,
  OWNER,
  phone,
  type At,
  type Factories,
} from './known-ids.ts';

/** Returns the documents of the drop engine, by collection. */
export function dropFactories(at: At): Factories {
  return {
    contacts: (i) => contact(i, at),
    left_out_contacts: (i) => ({
      campaignId: halfOf(i, 'c'),
      preparationId: `preparation-${String(Math.floor(i / 4))}`,
      firstSeq: 1 + Math.floor(i / 4),
      line: i + 2,
      phone: phone(i),
      name: 'Ana',
      reason: i % 3 === 0 ? 'called too often' : 'do not call',
    }),
    claims: (i) => claim(i, at),
    settlements: (i) => ({
      _id: `${halfOf(i, 'c')}:${String(i + 1)}`,
      campaignId: halfOf(i, 'c'),
      n: i + 1,
      run: 1,
      runEpoch: 1,
      delivered: 1,
      runEpochCalls: 1,
      faults: 0,
      ...(i === 0 ? { contacts: [] } : { doneAt: at(-HOUR_MS) }),
    }),
    day_counters: (i) => {
      const day = at(-Math.floor(i / 2) * DAY_MS)
        .toISOString()
        .slice(0, 10);
      const userId = i % 2 === 0 ? OWNER : `u-${String(i)}`;
      const counts = {
        delivered: 1,
        failed: 1,
        ...(i < 5 && { seen: { [CAMPAIGN]: 1 }, countedAt: at(-HOUR_MS) }),
      };
      return { _id: `${userId}:${day}`, userId, day, ...counts };
    },
    speeches: (i) => ({
      _id: `text-${String(i)}`,
      objectKey: `speech/text-${String(i)}.mp3`,
      // Every tenth is used by nobody, and its recording is still to be deleted.
      ...(i % 10 === 9
        ? { campaigns: [], discarded: [`media-${String(i)}`], discardAt: at(i * HOUR_MS) }
        : { campaigns: [`${halfOf(i, 'c')}:1`], mediaIds: [`media-${String(i)}`] }),
      at: at(-HOUR_MS),
    }),
    rate_limits: (i) => ({ _id: `limit-${String(i)}`, first: 0, next: 0, usedAt: at(-HOUR_MS) }),
  };
}

/** Returns contact number `i` with its call. */
function contact(i: number, at: At): mongo.Document {
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
    status: 'success',
    settlement: 1,
    claim: 'old',
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
function claim(i: number, at: At): mongo.Document {
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
