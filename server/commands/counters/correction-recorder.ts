import type { AccountEvents } from '#server/features/account/events/api.ts';
import { callerOf } from '#server/features/campaigns/test-drops/test-owner.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { RecordCorrection } from './counters-command.ts';

/** Returns what records the corrections of one run of the command: one event a user, however many counters. */
export function correctionRecorder(events: AccountEvents): RecordCorrection {
  const run = newId();
  return async (owner, reason) => {
    const { caller: uid } = callerOf(owner);
    const detail = { action: 'Correction of the counters of calls', reason };
    await events.record({ uid, type: 'support_action', detail, key: `counters:${run}` });
  };
}
