import { z } from 'zod';
import { isActionAllowed } from '#shared/campaign-lifecycle.ts';
import { createCampaignOutput, type CampaignDraftInput } from '#shared/schemas/campaigns/campaigns.ts';
import { replaceCampaignOutput } from '#shared/schemas/campaigns/replace-campaign.ts';
import type { UpdateCampaign } from '#shared/schemas/campaigns/update-campaign.ts';
import { invalidField } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { digestOf, runIdempotent, type EarlierAttempt } from '#server/platform/idempotency/idempotent.ts';
import { assertSubscribed } from '#server/features/campaigns/assert-subscribed.ts';
import { findCampaign } from '#server/features/campaigns/campaign-procedure.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import { presentNotes } from '#server/features/campaigns/contact-list/invalid-rows.ts';
import { transitionError } from '#server/features/campaigns/lifecycle/transitions.ts';
import { updateCampaign } from '#server/features/campaigns/lifecycle/update-campaign.ts';
import {
  checkedAgain,
  createCampaign,
  type CreateRequest,
  responseFor,
  withNotes,
} from '#server/features/campaigns/preparation/create-campaign.ts';
import { holdKey } from '#server/features/campaigns/preparation/prepare.ts';
import { withNamedList } from '#server/features/campaigns/saved-lists/named-list.ts';
import { replaceContacts, type ReplaceRequest } from './replace-contacts.ts';
import { releaseKey } from './replacement-steps.ts';

type ReplaceResult = z.infer<typeof replaceCampaignOutput>;

/** A replacement as it is requested, of the campaign that a reference names. */
interface KeyedReplacement extends ReplaceRequest {
  reference: string;
  /** The contacts; without them and a saved list in the draft, those of the campaign stay. */
  source: ContactSource | undefined;
  idempotencyKey: string | undefined;
}

/** What a replacement is found by; an older version wrote neither the campaign nor what named it. */
const replacementIds = z.object({
  replacement: z.string(),
  run: z.int(),
  campaign: z.string().optional(),
  reference: z.string().optional(),
});

/**
 * Returns the campaign that a request replaces, by its id or name. A repeated request finds the campaign that it named the first
 * time, which may have another name since. Throws `AppError` NOT_FOUND, also for other users' campaigns.
 */
export async function findReplaced(
  deps: CampaignsDeps,
  uid: string,
  { reference, idempotencyKey: key }: Pick<KeyedReplacement, 'reference' | 'idempotencyKey'>,
): Promise<VisibleCampaign> {
  const earlier =
    key === undefined ? undefined : replacementIds.safeParse(await deps.idempotencyKeys.idsOf(uid, key)).data;
  const named = earlier?.reference === reference ? earlier.campaign : undefined;
  const repeated = named === undefined ? undefined : await deps.campaigns.findOwned(uid, named);
  return repeated ?? findCampaign(deps, uid, reference);
}

/** Creates a campaign, or replaces the one that the request names. Throws as `createCampaign` and `replaceCampaign`. */
export async function createOrReplace(
  deps: CampaignsDeps,
  { replaces: reference, ...request }: CreateRequest & { replaces: string | undefined },
): Promise<z.infer<typeof createCampaignOutput>> {
  if (reference === undefined) return createCampaign(deps, request);
  if (request.draft.split !== undefined)
    throw invalidField('split', 'A campaign that is replaced keeps its half of the list.');
  const { user, idempotencyKey } = request;
  const campaign = await findReplaced(deps, user.uid, { reference, idempotencyKey });
  return createCampaignOutput.parse(await replaceCampaign(deps, { ...request, reference, campaign }));
}

/**
 * Replaces a Scheduled campaign: gives it all fields of a draft, and other contacts where it names some. Holds or releases
 * the difference of credits. After a crash at any point the campaign is as before, or as replaced. Throws as
 * `createCampaign`, and CONFLICT while it is being prepared.
 */
export function replaceCampaign(deps: CampaignsDeps, request: KeyedReplacement): Promise<ReplaceResult> {
  const { user, campaign, draft, source, idempotencyKey: key } = request;
  const { _id, run } = campaign;
  const digest = digestOf('replace', _id, draft, ...(source === undefined ? [] : [source.digest]));
  return runIdempotent(
    deps,
    { uid: user.uid, key, digest },
    {
      idsSchema: replacementIds,
      resultSchema: replaceCampaignOutput,
      ids: { replacement: newId(), run, campaign: _id, reference: request.reference },
      perform: async (ids) => {
        if (!isActionAllowed('replace', campaign.status)) throw transitionError('replace', campaign);
        await replace(deps, request, ids.replacement);
        const result = await resultOf(deps, request, ids);
        return source === undefined ? result : withNotes(result, presentNotes(source));
      },
      lookup: (ids) => earlierAttempt(deps, request, ids),
      cancel: ({ replacement }) => deps.replacements.cancel(_id, replacement),
    },
  );
}

async function replace(
  deps: CampaignsDeps,
  { source, ...wanted }: KeyedReplacement,
  replacement: string,
): Promise<void> {
  const { user, campaign } = wanted;
  const draft = { ...wanted.draft, retry: wanted.draft.retry ?? keptRetry(wanted) };
  const request = { ...wanted, draft };
  if (source === undefined && draft.list_id === undefined) {
    await updateCampaign(deps, user, campaign, updateOf(draft, deps.clock.now()), replacement);
    return;
  }
  // Before a saved list is copied.
  await assertSubscribed(deps, user.uid);
  await withNamedList(deps, user.uid, { source, listId: draft.list_id }, (contacts, listConsent) =>
    replaceContacts(deps, { ...request, source: contacts, listConsent }, replacement),
  );
}

/** Returns the automatic retries of the replaced campaign where the draft does not name any; null ends them. */
function keptRetry({ campaign: { autoRetry }, draft }: Pick<ReplaceRequest, 'campaign' | 'draft'>) {
  if (draft.retry === null || autoRetry == null) return null;
  return { after_days: autoRetry.afterDays, times: autoRetry.times };
}

/** Returns a draft as the update of a campaign that keeps its contacts. */
function updateOf(draft: CampaignDraftInput, now: Date): Omit<UpdateCampaign, 'id'> {
  return {
    campaign_name: draft.campaign_name,
    description: draft.description ?? '',
    message: draft.message,
    message_overrides: draft.message_overrides ?? [],
    voice_id: draft.voice_id,
    drop_date: draft.drop_date ?? now.toISOString(),
    drops_per_minute: draft.drops_per_minute ?? null,
    calling_hours: draft.calling_hours ?? null,
    last_day: draft.last_day ?? null,
    retry: draft.retry ?? null,
  };
}

async function earlierAttempt(
  deps: CampaignsDeps,
  request: KeyedReplacement,
  ids: { replacement: string; run: number },
): Promise<EarlierAttempt<ReplaceResult>> {
  const campaign = await deps.campaigns.find(request.campaign._id);
  if (campaign?.preparing?.preparationId === ids.replacement) return { kind: 'in progress' };
  if (campaign?.replacements?.includes(ids.replacement) !== true) return { kind: 'none' };
  const result = await resultOf(deps, request, ids);
  return { kind: 'done', result: withNotes(result, await checkedAgain(request)) };
}

/** Returns the campaign as it is now, and the credits that a replacement held or released. */
async function resultOf(
  deps: CampaignsDeps,
  { user, campaign: { _id }, source, draft }: KeyedReplacement,
  { replacement: preparationId, run }: { replacement: string; run: number },
): Promise<ReplaceResult> {
  const { streamId } = user;
  const [held, released, { available }] = await Promise.all([
    deps.ledger.find(streamId, holdKey(_id, { preparationId, run })),
    deps.ledger.find(streamId, releaseKey(_id, { preparationId, run })),
    deps.ledger.balance(streamId),
  ]);
  return {
    ...(await responseFor(deps, _id, available)),
    contacts_kept: source === undefined && draft.list_id === undefined,
    credits_held: held?.type === 'hold' ? held.amount : 0,
    credits_released: released?.amount ?? 0,
  };
}
