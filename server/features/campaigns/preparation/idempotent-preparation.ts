import { z } from 'zod';
import { invalidRows, listWarnings } from '#shared/schemas/campaigns/invalid-rows.ts';
import type { ListNotes } from '#server/features/campaigns/contact-list/invalid-rows.ts';
import { skippedSchema } from '#shared/schemas/calling/calling.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { attemptWith, runIdempotent } from '#server/platform/idempotency/idempotent.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { Preparation } from '#server/features/campaigns/preparation/preparation-model.ts';
import { presentSkipped } from '#server/features/campaigns/screening/skipped.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import { callsOf, holdKey } from './prepare.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';

/** An addition or retry on an existing campaign. */
export interface PreparationRequest {
  user: SignedInUser;
  campaign: VisibleCampaign;
  idempotencyKey: string | undefined;
  /** What must hold besides when it begins. */
  where?: Record<string, unknown>;
}

const idsSchema = z.object({ preparationId: z.string(), run: z.int() });

/** The amount of a hold, the balance after it, the number of calls it covers, and the contacts and rows it leaves out. */
const heldCallsSchema = z.object({
  event: z.object({ amount: z.int(), balance: z.object({ available: z.int() }) }),
  calls: z.int(),
  skipped: skippedSchema.default([]),
  invalid_rows: invalidRows.optional(),
  warnings: listWarnings.default([]),
});
export type HeldCalls = z.infer<typeof heldCallsSchema>;

interface IdempotentPreparation {
  digest: string;
  run: number;
  /** Returns what an earlier attempt found out about its list, by its preparation. */
  notesOf?: (preparationId: string) => Promise<ListNotes>;
}

/**
 * Executes a preparation once per `Idempotency-Key`. An existing hold proves that it was executed, a voided hold that
 * it never will be.
 */
export function runIdempotentPreparation(
  deps: CampaignsDeps,
  { user, campaign, idempotencyKey: key }: PreparationRequest,
  { digest, run, notesOf }: IdempotentPreparation,
  perform: (preparation: Pick<Preparation, 'preparationId' | 'run' | 'leaseUntil'>) => Promise<HeldCalls>,
): Promise<HeldCalls> {
  const { _id: campaignId } = campaign;
  return runIdempotent(
    deps,
    { uid: user.uid, key, digest },
    {
      idsSchema,
      resultSchema: heldCallsSchema,
      ids: { preparationId: newId(), run },
      perform: (ids) => {
        const leaseUntil = fromNow(deps.clock, deps.preparationLeaseMs);
        return perform({ ...ids, leaseUntil });
      },
      lookup: async (ids) => {
        if ((await deps.campaigns.find(campaignId))?.preparing?.preparationId === ids.preparationId)
          return { kind: 'in progress' };
        const event = await deps.ledger.find(user.streamId, holdKey(campaignId, ids));
        if (event?.type !== 'hold') return attemptWith<HeldCalls>(undefined);
        const leftOut = await deps.contacts.leftOut.countsOf(campaignId, ids.preparationId);
        const held = { event, calls: callsOf(event), skipped: presentSkipped(leftOut), warnings: [] };
        return attemptWith({ ...held, ...(await notesOf?.(ids.preparationId)) });
      },
      cancel: async (ids) => {
        const key = holdKey(campaignId, ids);
        const result = await deps.ledger.execute(user.streamId, { type: 'void-hold', key, campaignId });
        return result.ok && result.event.type !== 'hold';
      },
    },
  );
}
