import { placeholderProblem } from '#shared/messages/message-template.ts';
import { resolveDropDate } from '#shared/drop-schedule.ts';
import { AppError } from '#server/lib/errors.ts';
import type { CampaignDocument } from '#server/campaigns/campaign-model.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';

type DraftFields = Pick<
  CampaignDocument,
  'message' | 'dropDate' | 'voiceId' | 'voiceTitle' | 'providerVoiceId'
>;

/** A message that every contact can be given; 400 naming the placeholders that none can fill. */
export function checkedMessage(message: string): Pick<DraftFields, 'message'> {
  const problem = placeholderProblem(message);
  if (problem !== null) throw new AppError('INVALID_INPUT', problem, { fields: { message: problem } });
  return { message };
}

/** When the drop is to happen (B §5); 400 for what is no time or too far ahead. */
export function checkedDropDate(wanted: string | undefined, now: Date): Pick<DraftFields, 'dropDate'> {
  const drop = resolveDropDate(wanted, now);
  if (!drop.ok) throw new AppError('INVALID_INPUT', drop.message, { fields: { drop_date: drop.message } });
  return { dropDate: drop.date };
}

/** Throws where the voice is not the caller's: 403 for another user's, 400 for an unknown one. Clones nothing. */
export async function assertOwnVoice(
  { voices }: Pick<CampaignsDeps, 'voices'>,
  uid: string,
  voiceId: string,
): Promise<void> {
  const ownership = await voices.ownership(uid, voiceId);
  if (ownership !== 'own') throw voiceRefusal(ownership);
}

/**
 * The caller's voice, cloned at the speech provider by its first use; check everything else before. Throws 403 for
 * another user's voice, 400 for an unknown one.
 */
export async function checkedVoice(
  { voices }: Pick<CampaignsDeps, 'voices'>,
  uid: string,
  voiceId: string,
): Promise<Pick<DraftFields, 'voiceId' | 'voiceTitle' | 'providerVoiceId'>> {
  const voice = await voices.find(uid, voiceId);
  if (voice === undefined || voice === 'foreign') throw voiceRefusal(voice);
  return { voiceId: voice.id, voiceTitle: voice.title, providerVoiceId: voice.providerVoiceId };
}

function voiceRefusal(found: 'foreign' | undefined): AppError {
  if (found === 'foreign') return new AppError('FORBIDDEN', 'This voice belongs to another user.');
  return new AppError('INVALID_INPUT', 'Voice not found', { fields: { voice_id: 'Voice not found' } });
}
