import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import type { FrozenSpeech } from '#server/drops/claims/claim-model.ts';
import { speechId, speechKey, type SpokenText } from './speech-model.ts';
import type { SpeechStore } from './speech-store.ts';
import { createJobSlices } from '#server/drops/claims/job-slices.ts';

/** What became of a text: what to freeze, or who does not answer, or that its turn came too late. */
export type Spoken = FrozenSpeech | { kind: 'speech down' | 'carrier down'; error: Error } | { kind: 'left' };

/** Speaks texts and hands them to the carrier; each once, as long as one process asks. */
export interface TextSpeaker {
  /** Never rejects for what a provider says. `signal` keeps a text from being begun, not from being finished. */
  speak(spoken: SpokenText, signal: AbortSignal): Promise<Spoken>;
}

export interface TextSpeakerDeps {
  synthesizer: SpeechSynthesizer;
  objects: ObjectStore;
  carrier: VoicemailCarrier;
  speeches: SpeechStore;
}

/** A speaker for one process with at most `atOnce` texts under way. */
export function createTextSpeaker(deps: TextSpeakerDeps, atOnce: number): TextSpeaker {
  const turns = createJobSlices(atOnce);
  const underWay = new Map<string, Promise<Spoken>>();
  return {
    speak(spoken, signal) {
      const id = speechId(spoken);
      const known = underWay.get(id);
      if (known !== undefined) return known;
      const making = turns
        .take<Spoken>(() =>
          signal.aborted ? Promise.resolve({ kind: 'left' }) : makeMedia(deps, id, spoken),
        )
        .finally(() => underWay.delete(id));
      underWay.set(id, making);
      return making;
    },
  };
}

/**
 * Speak, keep, hand over, record: each step can be repeated. What was kept before a crash, or before the carrier went
 * away, is not spoken (and paid) again; of two recordings of two workers the one recorded first stands.
 */
async function makeMedia(deps: TextSpeakerDeps, id: string, spoken: SpokenText): Promise<Spoken> {
  const { objects, carrier, speeches } = deps;
  const standing = await speeches.mediaOf(id);
  if (standing !== undefined) return { kind: 'media', mediaId: standing };
  const recording = await recordingOf(deps, id, spoken).catch(
    outcomeOf('speech down', 'The message cannot be spoken'),
  );
  if ('kind' in recording) return recording;
  const made = await carrier
    .addMedia({ name: `Hark ${id}`, recording })
    .catch(outcomeOf('carrier down', 'The carrier does not take the recording'));
  if (typeof made !== 'string') return made;
  const mediaId = await speeches.record(id, made);
  if (mediaId !== undefined) return { kind: 'media', mediaId };
  // Its campaign was erased meanwhile.
  await objects.delete(speechKey(id));
  return { kind: 'left' };
}

async function recordingOf(
  { synthesizer, objects }: TextSpeakerDeps,
  id: string,
  { providerVoiceId, text }: SpokenText,
): Promise<Buffer> {
  const kept = await objects.read(speechKey(id));
  if (kept !== undefined) return kept;
  const recording = await synthesizer.speak(providerVoiceId, text);
  await objects.put(speechKey(id), recording, 'audio/mpeg');
  return recording;
}

/** What a provider's error means for a text; anything else is thrown. */
function outcomeOf(down: 'speech down' | 'carrier down', refusal: string) {
  return (error: unknown): Exclude<Spoken, { kind: 'media' }> => {
    if (error instanceof ProviderUnavailable) return { kind: down, error };
    if (error instanceof ProviderRejected)
      return { kind: 'unspeakable', code: error.vendorCode, reason: `${refusal}: ${error.message}` };
    throw error;
  };
}
