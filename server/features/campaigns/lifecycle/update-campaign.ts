import { isDeepStrictEqual } from 'node:util';
import { isActionAllowed, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { LineError } from '#shared/error-codes.ts';
import { isOwnName } from '#shared/contacts/columns/own-columns.ts';
import { placeholderProblem, unknownPlaceholders } from '#shared/messages/message-template.ts';
import { messageShape, messageErrorOf } from '#shared/messages/validate-message.ts';
import type { AutomaticRetry } from '#shared/schemas/campaigns/automatic-retry.ts';
import type { UpdateCampaign } from '#shared/schemas/campaigns/update-campaign.ts';
import { changeOf } from '#server/platform/lib/change-of.ts';
import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { invalidList, MAX_LISTED_ERRORS } from '#server/features/campaigns/contact-list/contact-source.ts';
import { assertOwnVoice, checkedVoice, nameTaken } from '#server/features/campaigns/preparation/draft.ts';
import { checkMessage } from '#server/features/campaigns/preparation/check-message.ts';
import { storedPlannedEnd } from '#server/features/campaigns/quotes/planned-end.ts';
import {
  autoRetryOf,
  presentAutoRetry,
} from '#server/features/campaigns/automatic-retries/automatic-retries.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import { checkedTimes, timesKept, timesOf } from './changed-times.ts';
import { transitionError } from './transitions.ts';

/**
 * Changes the given fields of a campaign that is Scheduled, or Paused before its first drop; as a replacement of this id,
 * which happens once, of a Scheduled one only.
 */
export async function updateCampaign(
  deps: CampaignsDeps,
  user: SignedInUser,
  campaign: VisibleCampaign,
  fields: Omit<UpdateCampaign, 'id'>,
  replacement?: string,
): Promise<VisibleCampaign> {
  if (!isActionAllowed('update', campaign.status)) throw transitionError('update', campaign);
  // Its contacts may change before the edit, without a change of `nextSeq`.
  if (campaign.preparing !== undefined) throw await conflictError(deps, campaign);
  const { campaign_name, name: sentName } = fields;
  const name = changeOf(campaign.name, { campaign_name, name: sentName });
  const retry = retryOf(campaign, fields);
  const edits = {
    ...(name !== undefined && { name, liveName: name }),
    ...(fields.description !== undefined && { description: fields.description }),
    ...(await messageOf(deps, user, campaign, fields)),
    ...(fields.drops_per_minute !== undefined && { dropsPerMinute: fields.drops_per_minute }),
    ...(retry !== undefined && { autoRetry: autoRetryOf(retry) }),
    ...(await checkedTimes(deps, campaign, fields)),
    ...(fields.voice_id !== undefined && (await checkedVoice(deps, user.uid, fields.voice_id))),
  };
  const changes = { ...edits, ...(await changedEnd(deps, { ...campaign, ...edits }, fields)) };
  // What `undoEdit` gives back must be what this changes.
  const isUndoable = fields.voice_id !== undefined;
  const expected = {
    ...timesKept(campaign, fields, changes),
    ...(isUndoable && { changedAt: campaign.changedAt }),
  };
  const from: CampaignStatus[] = replacement === undefined ? ['Scheduled', 'Paused'] : ['Scheduled'];
  const result = await deps.campaigns.edit(campaign, from, changes, expected, replacement);
  if (result.kind === 'name taken') throw nameTaken(name ?? '');
  if (result.kind === 'conflict') {
    const latest = await deps.campaigns.findOwned(user.uid, campaign._id);
    const before = (one: VisibleCampaign) => [timesOf(one), isUndoable ? one.changedAt : undefined];
    if (latest === undefined || isDeepStrictEqual(before(latest), before(campaign)))
      throw await conflictError(deps, campaign);
    return updateCampaign(deps, user, latest, fields, replacement);
  }
  const changed = result.campaign;
  if (fields.voice_id !== undefined) {
    const undo = () => deps.campaigns.undoEdit(changed, campaign, fieldsOf(changes), replacement);
    await assertVoiceKept(deps, campaign, changed, undo);
  }
  if (changed.status === 'Scheduled') await deps.jobs.startAt(changed._id, changed.dropDate);
  return changed as VisibleCampaign;
}

/** Returns when the changed campaign ends, where what decides it changes. */
async function changedEnd(
  deps: CampaignsDeps,
  changed: VisibleCampaign,
  {
    drop_date: start,
    calling_hours: hours,
    last_day: lastDay,
    drops_per_minute: pace,
  }: Omit<UpdateCampaign, 'id'>,
): Promise<Pick<CampaignDocument, 'plannedEnd'>> {
  if ([start, hours, lastDay, pace].every((field) => field === undefined)) return {};
  return { plannedEnd: await storedPlannedEnd(deps, changed._id, changed) };
}

/** Returns how the automatic retries change. Throws as `changeOf`. */
function retryOf(
  campaign: VisibleCampaign,
  { retry, automatic_retry: shown }: Omit<UpdateCampaign, 'id'>,
): AutomaticRetry | null | undefined {
  const stored = presentAutoRetry(campaign);
  return changeOf(stored && settingsOf(stored), { retry, automatic_retry: shown && settingsOf(shown) });
}

function settingsOf({ after_days, times }: AutomaticRetry): AutomaticRetry {
  return { after_days, times };
}

/**
 * Returns the message and its check where it changes, or what the user overrides. No answer has the overrides: they stay
 * where a program sends the message back as it was.
 */
async function messageOf(
  deps: CampaignsDeps,
  { uid }: SignedInUser,
  campaign: VisibleCampaign,
  { message, message_overrides: overrides }: Omit<UpdateCampaign, 'id'>,
): Promise<Partial<Pick<CampaignDocument, 'message' | 'messageCheck'>>> {
  const text = message ?? campaign.message;
  if (text === campaign.message && overrides === undefined) return {};
  return {
    ...(message !== undefined && (await validatedMessage(deps, campaign, message))),
    messageCheck: await checkMessage(deps, { uid, message: text, overrides }),
  };
}

/**
 * Deleting a voice checks the campaigns that use it: either it finds the changed campaign, or this undoes the change and throws
 * INVALID_INPUT. Where another change came between, only the voice before it is restored.
 */
async function assertVoiceKept(
  deps: CampaignsDeps,
  { voiceId, voiceTitle, providerVoiceId }: VisibleCampaign,
  changed: CampaignDocument,
  undo: () => Promise<boolean>,
): Promise<void> {
  try {
    await assertOwnVoice(deps, changed.userId, changed.voiceId);
  } catch (error) {
    if (!(await undo()))
      await deps.campaigns.edit(changed, ['Scheduled', 'Paused'], { voiceId, voiceTitle, providerVoiceId });
    throw error;
  }
}

function fieldsOf<Fields extends object>(fields: Fields) {
  return Object.keys(fields) as (keyof Fields)[];
}

/** Returns the message. Throws INVALID_CSV with the lines of contacts it cannot be rendered for. */
async function validatedMessage(
  { contacts }: CampaignsDeps,
  { _id, columns = [] }: VisibleCampaign,
  message: string,
): Promise<Pick<CampaignDocument, 'message'>> {
  assertKnownPlaceholders(message, columns);
  if (messageShape(message, columns).columns.length === 0) return { message };
  const errors: LineError[] = [];
  let line = 1;
  for await (const batch of contacts.stream(_id)) {
    for (const contact of batch) {
      line += 1;
      const problem = messageErrorOf(message, contact);
      if (problem !== null && errors.length < MAX_LISTED_ERRORS) errors.push({ line, message: problem });
    }
  }
  if (errors.length > 0) throw invalidList(errors);
  return { message };
}

/** Throws INVALID_INPUT for placeholders of columns that the contacts of the campaign do not keep. */
function assertKnownPlaceholders(message: string, columns: readonly string[]): void {
  const problem = placeholderProblem(message, columns);
  if (problem === null) return;
  const isOwn = unknownPlaceholders(message, columns).some(isOwnName);
  const text = isOwn ? `${problem}. ${KEPT_COLUMNS}` : problem;
  throw invalidField('message', text);
}

const KEPT_COLUMNS = 'A campaign keeps only the own columns of its list that its first message used.';

async function conflictError({ campaigns }: CampaignsDeps, { _id }: VisibleCampaign): Promise<AppError> {
  const campaign = await campaigns.find(_id);
  if (campaign?.status === 'Paused' && campaign.startedAt !== undefined) {
    return new AppError('ILLEGAL_TRANSITION', 'A campaign cannot be changed after its first call.');
  }
  return transitionError('update', campaign);
}
