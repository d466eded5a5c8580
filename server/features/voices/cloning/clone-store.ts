import { claimRecord } from '#server/platform/lib/mongodb/due-records.ts';
import type { VoiceModel, VoiceRecord } from '../voice-store.ts';

/** The result of an attempt; `stopped`: the provider was not asked. `warnings` are absent if the recording was not examined. */
export type CloneResult = { warnings?: string[] | undefined } & (
  | { kind: 'cloned'; providerVoiceId: string }
  | { kind: 'failed'; failure: string }
  | { kind: 'postponed'; problem: string; dueAt: Date }
  | { kind: 'stopped' }
);

/** Reads and writes the attempts to clone active voices. */
export interface CloneStore {
  /**
   * Begins an attempt until `leaseUntil`; returns `undefined` if the voice is not active, is cloned, has failed or is being
   * cloned, or, unless `early`, if its next attempt is not due.
   */
  claim(
    vid: string,
    attempt: { lease: string; now: Date; leaseUntil: Date; early: boolean },
  ): Promise<VoiceRecord | undefined>;
  /** Extends a lease; does nothing if another attempt has begun. */
  renew(vid: string, lease: string, leaseUntil: Date): Promise<void>;
  /**
   * Ends an attempt. A clone is stored if the voice has none yet, whatever the lease; the other results only while the lease
   * is held. Returns the stored clone, `undefined` without one or if the voice is not active any more.
   */
  end(vid: string, lease: string, result: CloneResult, now: Date): Promise<string | undefined>;
  /** Makes a failed voice due again; returns whether it had failed. */
  retry(vid: string, now: Date): Promise<boolean>;
  /** Returns the ids of the voices whose attempt is due, voices of earlier versions included. */
  due(now: Date, limit: number): Promise<string[]>;
}

/** The voices that still need a clone. */
const UNCLONED = { state: 'active', providerVoiceId: null } as const;
const NOT_FAILED = { ...UNCLONED, 'clone.failure': null } as const;

/** Returns the store over the `voices` collection. */
export function createCloneStore(model: VoiceModel): CloneStore {
  return {
    claim(vid, { lease, now, leaseUntil, early }) {
      return claimRecord(model, vid, {
        until: leaseUntil,
        field: 'clone.dueAt',
        due: early
          ? { $or: [{ 'clone.lease': null }, { 'clone.dueAt': { $lte: now } }] }
          : { 'clone.dueAt': { $not: { $gt: now } } },
        where: NOT_FAILED,
        set: { 'clone.lease': lease },
        inc: { 'clone.count': 1 },
      });
    },
    async renew(vid, lease, leaseUntil) {
      await model.updateOne(
        { _id: vid, ...UNCLONED, 'clone.lease': lease },
        { $set: { 'clone.dueAt': leaseUntil } },
      );
    },
    async end(vid, lease, { warnings, ...result }, now) {
      const held = result.kind === 'cloned' ? {} : { 'clone.lease': lease };
      const change = changeOf(result, now);
      await model.updateOne(
        { _id: vid, ...UNCLONED, ...held },
        { ...change, $set: { ...change.$set, ...(warnings !== undefined && { warnings }) } },
      );
      return (await model.findOne({ _id: vid, state: 'active' }, { providerVoiceId: 1 }).lean())
        ?.providerVoiceId;
    },
    async retry(vid, now) {
      const retried = await model.updateOne(
        { _id: vid, ...UNCLONED, 'clone.failure': { $exists: true } },
        {
          $set: { 'clone.count': 1, 'clone.dueAt': now },
          $unset: { 'clone.failure': 1, 'clone.endedAt': 1 },
        },
      );
      return retried.matchedCount === 1;
    },
    async due(now, limit) {
      const due = { ...NOT_FAILED, 'clone.dueAt': { $not: { $gt: now } } };
      const found = await model.find(due, { _id: 1 }).sort({ 'clone.dueAt': 1 }).limit(limit).lean();
      return found.map(({ _id }) => _id);
    },
  };
}

/** The fields that are set and unset when an attempt ends. */
function changeOf(result: Exclude<CloneResult, 'warnings'>, now: Date) {
  const ended = { 'clone.lease': 1, 'clone.problem': 1 } as const;
  switch (result.kind) {
    case 'cloned':
      return {
        $set: { providerVoiceId: result.providerVoiceId, 'clone.endedAt': now },
        $unset: { ...ended, 'clone.dueAt': 1, 'clone.failure': 1 },
      };
    case 'failed':
      return {
        $set: { 'clone.failure': result.failure, 'clone.endedAt': now },
        $unset: { ...ended, 'clone.dueAt': 1 },
      };
    case 'postponed':
      return {
        $set: { 'clone.problem': result.problem, 'clone.dueAt': result.dueAt },
        $unset: { 'clone.lease': 1 },
      };
    case 'stopped':
      return { $set: { 'clone.dueAt': now }, $unset: { 'clone.lease': 1 }, $inc: { 'clone.count': -1 } };
  }
}
