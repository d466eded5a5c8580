import type { Migration } from '#server/platform/migrations/migration.ts';

/** Campaigns that are read at once. */
const BATCH = 1_000;

interface Campaign {
  _id: string;
}

/** Counts the calls of a campaign again and stores what differs; leaves one alone whose calls are being made. */
export type CountAgain = (campaignId: string) => Promise<void>;

/**
 * Counts the failed calls by reason in campaigns that earlier versions settled: their reasons are on no page until then.
 * One that is being sent is counted when it is retried, or by `npm run counters -- rebuild`.
 */
export function countFailedReasons(countAgain: CountAgain): Migration {
  return {
    id: 5,
    name: 'count the failed calls of each campaign by reason',
    when: 'background',
    async run({ connection, position, checkpoint }) {
      const campaigns = connection.collection<Campaign>('campaigns');
      let after = (position as string | null) ?? '';
      for (;;) {
        // By their ids alone: no index has campaigns without the field.
        const batch = await campaigns
          .find({ _id: { $gt: after } }, { projection: { outcomes: 1, failed: 1, contactsErasedAt: 1 } })
          .sort({ _id: 1 })
          .limit(BATCH)
          .toArray();
        for (const { _id, ...counted } of batch) {
          if (!lacksReasons(counted)) continue;
          await countAgain(_id);
          await checkpoint(_id);
        }
        const last = batch.at(-1);
        if (last === undefined || batch.length < BATCH) return;
        after = last._id;
        await checkpoint(after);
      }
    },
  };
}

/** Whether a campaign has failed calls without their reasons, and the contacts to count them by. */
function lacksReasons({ outcomes, failed = 0, contactsErasedAt }: Record<string, unknown>): boolean {
  return outcomes === undefined && Number(failed) > 0 && contactsErasedAt === undefined;
}
