import type { CampaignDraftInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { Split } from '#shared/schemas/campaigns/split.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import { assertCreditsFor } from '#server/features/campaigns/quotes/quote-campaign.ts';
import { plannedEndOf } from '#server/features/campaigns/quotes/planned-end.ts';
import { autoRetryOf } from '#server/features/campaigns/automatic-retries/automatic-retries.ts';
import { withDivision } from '#server/features/campaigns/split/split-campaigns.ts';
import { screenList, type Screening } from '#server/features/campaigns/screening/screen-list.ts';
import { assertAnybodyLeft } from '#server/features/campaigns/screening/skipped.ts';
import { checkMessage } from './check-message.ts';
import { assertOwnVoice, checkedDropDate, checkedLastDay, checkedMessage, checkedVoice } from './draft.ts';
import type { DraftFields } from './draft-fields.ts';

/** A draft and its contacts. */
interface DraftToCheck {
  draft: CampaignDraftInput;
  source: ContactSource;
  /** The half of the list that is called. */
  split?: Split | undefined;
  /** Calls that are paid for already. */
  heldCalls?: number;
}

/**
 * Validates a draft with its contacts before anything is stored, and decides whom it calls. Returns the fields of the
 * campaign. Throws the documented refusals, also INSUFFICIENT_CREDITS for the calls that are not paid for, and CONFLICT if they
 * cost more than the draft expects.
 */
export async function checkDraft(
  deps: CampaignsDeps,
  user: SignedInUser,
  { draft, source, split, heldCalls = 0 }: DraftToCheck,
): Promise<{ fields: DraftFields; screening: Screening }> {
  const now = deps.clock.now();
  const { dropDate } = checkedDropDate(draft.drop_date ?? undefined, now);
  const checked = {
    ...(await checkedMessage(draft.message, source)),
    dropDate,
    ...checkedLastDay(draft.last_day, dropDate, now),
    messageCheck: await checkMessage(deps, {
      uid: user.uid,
      message: draft.message,
      overrides: draft.message_overrides,
    }),
  };
  await assertOwnVoice(deps, user.uid, draft.voice_id);
  const callingHours = draft.calling_hours ?? null;
  const half = split && (await withDivision(deps, user.uid, split));
  const incoming = { source, maxCalls: draft.max_calls ?? undefined, half };
  const screening = await screenList(deps, { ...checked, callingHours, userId: user.uid }, incoming);
  assertAnybodyLeft(screening, checked);
  if (screening.calls > heldCalls)
    await assertCreditsFor(deps, user, screening.calls - heldCalls, draft.expected_cost);
  const schedule = { ...checked, dropsPerMinute: draft.drops_per_minute ?? null, callingHours };
  const classes = [...screening.windows].map(([window, count]) => ({ window, count }));
  const fields = {
    ...schedule,
    plannedEnd: plannedEndOf(deps, schedule, classes),
    ...(await checkedVoice(deps, user.uid, draft.voice_id)),
    name: draft.campaign_name,
    ...(draft.description !== undefined && { description: draft.description }),
    autoRetry: autoRetryOf(draft.retry),
    ...(draft.list_id !== undefined && { savedListId: draft.list_id }),
    ...(screening.half !== undefined && { split: screening.half }),
  };
  return { fields, screening };
}
