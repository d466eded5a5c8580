import { ownPlaceholders, placeholderProblem } from '#shared/messages/message-template.ts';
import { lastDayProblem } from '#shared/calling/last-day.ts';
import { resolveDropDate } from '#shared/drop-schedule.ts';
import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import type { DraftFields } from './draft-fields.ts';

/**
 * Returns the message, and the own columns of its list that it uses, which the campaign keeps. Throws INVALID_INPUT naming
 * unknown placeholders.
 */
export async function checkedMessage(
  message: string,
  source: Pick<ContactSource, 'ownColumns'>,
): Promise<Pick<DraftFields, 'message' | 'columns'>> {
  const columns = ownPlaceholders(message);
  const problem = placeholderProblem(message, columns.length === 0 ? [] : await source.ownColumns());
  if (problem !== null) throw invalidField('message', problem);
  return { message, ...(columns.length > 0 && { columns }) };
}

/** Returns the drop date. Throws INVALID_INPUT for an invalid date or one too far ahead. */
export function checkedDropDate(wanted: string | undefined, now: Date): Pick<DraftFields, 'dropDate'> {
  const drop = resolveDropDate(wanted, now);
  if (!drop.ok) throw invalidField('drop_date', drop.message);
  return { dropDate: drop.date };
}

/**
 * Returns the last day of calling, null without one. Throws INVALID_INPUT for one that is too far ahead, or over before the
 * campaign starts.
 */
export function checkedLastDay(
  wanted: string | null | undefined,
  dropDate: Date,
  now: Date,
): Pick<DraftFields, 'lastDay'> {
  const problem = wanted ? lastDayProblem(wanted, dropDate, now) : null;
  if (problem !== null) throw invalidField('last_day', problem);
  return { lastDay: wanted ?? null };
}

/** Throws FORBIDDEN for another user's voice, INVALID_INPUT for an unknown one. Does not clone the voice. */
export async function assertOwnVoice(
  { voices }: Pick<CampaignsDeps, 'voices'>,
  uid: string,
  voiceId: string,
): Promise<void> {
  const ownership = await voices.ownership(uid, voiceId);
  if (ownership !== 'own') throw voiceRefusal(ownership);
}

/**
 * Returns the caller's voice, cloning it at the speech provider on first use; validate everything else before.
 * Throws FORBIDDEN for another user's voice, INVALID_INPUT for an unknown one.
 */
export async function checkedVoice(
  { voices }: Pick<CampaignsDeps, 'voices'>,
  uid: string,
  voiceId: string,
): Promise<Pick<DraftFields, 'voiceId' | 'voiceTitle' | 'providerVoiceId'>> {
  const found = await voices.find(uid, voiceId);
  if (found.kind !== 'own') throw voiceRefusal(found.kind);
  const { voice } = found;
  return { voiceId: voice.id, voiceTitle: voice.title, providerVoiceId: voice.providerVoiceId };
}

/** Returns the error for the name of another campaign. */
export function nameTaken(name: string): AppError {
  return new AppError('ALREADY_EXISTS', `You already have a campaign named "${name}".`);
}

function voiceRefusal(ownership: 'foreign' | 'unknown'): AppError {
  if (ownership === 'foreign') return new AppError('FORBIDDEN', 'This voice belongs to another user.');
  return invalidField('voice_id', 'Voice not found');
}
