import { placeholderProblem } from '#shared/message-template.ts';
import { resolveDropDate } from '#shared/drop-schedule.ts';
import { AppError } from '#server/errors.ts';
import type { CampaignDocument } from './campaign-model.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';

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

/** The caller's voice: another user's is a 403, an unknown one a 400 (contract §5). */
export async function checkedVoice(
  { voices }: Pick<CampaignsDeps, 'voices'>,
  uid: string,
  voiceId: string,
): Promise<Pick<DraftFields, 'voiceId' | 'voiceTitle' | 'providerVoiceId'>> {
  const voice = await voices.find(uid, voiceId);
  if (voice === undefined)
    throw new AppError('INVALID_INPUT', 'Voice not found', { fields: { voice_id: 'Voice not found' } });
  if (voice === 'foreign') throw new AppError('FORBIDDEN', 'This voice belongs to another user.');
  return { voiceId: voice.id, voiceTitle: voice.title, providerVoiceId: voice.providerVoiceId };
}
