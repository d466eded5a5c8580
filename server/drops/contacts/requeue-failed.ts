import type { DropsDeps } from '#server/drops/drops-deps.ts';

/** How many failed calls are looked at at a time. */
const BATCH = 1_000;

/** Which failed calls are to be made again, and under which preparation and run. */
export interface Requeue {
  campaignId: string;
  userId: string;
  preparationId: string;
  run: number;
}

/**
 * Puts the failed calls that may be made again back to pending; those whose numbers are on the do-not-call list by now
 * may not. `heartbeat` is told after each batch. Returns how many calls the preparation has.
 */
export async function requeueFailed(
  { contacts, doNotCall }: Pick<DropsDeps, 'contacts' | 'doNotCall'>,
  { campaignId, userId, preparationId, run }: Requeue,
  heartbeat: () => Promise<void>,
): Promise<number> {
  let afterSeq = 0;
  for (;;) {
    const failed = await contacts.listRetryable(campaignId, afterSeq, BATCH);
    const last = failed.at(-1);
    if (last === undefined) return contacts.countOfPreparation(campaignId, preparationId);
    const listed = await doNotCall.among(
      userId,
      failed.map(({ phone }) => phone),
    );
    const callable = failed.filter(({ phone }) => !listed.has(phone));
    await contacts.requeue(
      campaignId,
      callable.map(({ _id }) => _id),
      preparationId,
      run,
    );
    await heartbeat();
    afterSeq = last.seq;
  }
}
