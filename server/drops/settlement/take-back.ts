import { utcDay } from '#shared/drop-schedule.ts';
import type { RunnableCampaign } from '#server/campaigns/api.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { takenBack } from './call-counts.ts';
import { settlementId, type SettlementDocument, type TakeBack } from './settlement-store.ts';

/** Retried calls per settlement. */
const TAKE_BACK_SIZE = 1_000;

/**
 * Opens settlement `n`, which takes the next failed calls of a retry out of the counters of their days, so that a call that
 * is retried counts once. Returns it, or the one that another settler has opened; `undefined` if that one is final.
 */
export async function openTakeBack(
  { retries, settlements, realTime }: Pick<DropsDeps, 'retries' | 'settlements' | 'realTime'>,
  { id, run, runEpoch }: RunnableCampaign,
  { n, preparationId, afterSeq }: { n: number; preparationId: string; afterSeq: number },
): Promise<{ settlement: SettlementDocument; more: true } | undefined> {
  const calls = await retries.listRetried(id, preparationId, afterSeq, TAKE_BACK_SIZE);
  const last = calls.length < TAKE_BACK_SIZE ? undefined : calls.at(-1);
  const at = realTime.now();
  const previous = calls.map((call) => call.previous);
  const countsHours = await settlements.countingHours(
    id,
    previous.map(({ settlement }) => settlement),
  );
  const proposed: SettlementDocument = {
    ...{ _id: settlementId(id, n), campaignId: id, n, run, runEpoch, day: utcDay(at), at, contacts: [] },
    ...{ delivered: 0, failed: 0, retryable: 0, runEpochCalls: 0, faults: 0 },
    takesBack: {
      days: takenBack(previous, countsHours),
      ...(last !== undefined && { throughSeq: last.seq }),
    },
  };
  const settlement = (await settlements.open(proposed)) ? proposed : await settlements.find(id, n);
  if (settlement === undefined || settlement.final === true) return undefined;
  return { settlement, more: true };
}

/** Applies it step by step; each step is repeatable, and the last opens the next number. */
export async function applyTakeBack(
  { days, campaigns, settlements, realTime }: DropsDeps,
  { id: campaignId, userId }: RunnableCampaign,
  settlement: SettlementDocument & { takesBack: TakeBack },
): Promise<void> {
  const { n, takesBack } = settlement;
  for (const day of takesBack.days) await days.count({ userId, campaignId, n, delivered: 0, ...day });
  await campaigns.countTakenBack(campaignId, n, takesBack.throughSeq);
  await settlements.close(settlement, realTime.now());
}
