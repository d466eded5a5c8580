import { createFairLimit } from '#server/platform/lib/concurrency/fair-limit.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import type { FrozenSpeech } from '#server/features/drops/claims/claim-store.ts';
import type { FindPreviewRecording } from '#server/features/voices/previews/api.ts';
import { createRecordings, type FindOrMakeRecording } from './recordings.ts';
import { speechId, speechKey, type SpokenText } from './speech-model.ts';
import type { SpeechStore } from './speech-store.ts';

/** The frozen result of a text, the provider that is down, or `skipped`: aborted before it was started. */
export type SpeechOutcome =
  FrozenSpeech | { kind: 'speech down' | 'carrier down'; error: Error } | { kind: 'skipped' };

/** Speaks texts and uploads them to the carrier. Concurrent requests for the same text share one result. */
export interface TextSpeaker {
  /**
   * Never rejects for a provider error. Owners whose texts wait take turns. `signal` prevents a text from being started, not from
   * being finished.
   */
  speak(spoken: SpokenText, owner: string, signal: AbortSignal): Promise<SpeechOutcome>;
}

export interface TextSpeakerDeps {
  synthesizer: SpeechSynthesizer;
  objects: ObjectStore;
  carrier: VoicemailCarrier;
  speeches: SpeechStore;
  findPreview: FindPreviewRecording;
}

type SpeakerDeps = TextSpeakerDeps & { recordingOf: FindOrMakeRecording };

/** Creates a speaker for one process that handles at most `concurrency` texts at a time. */
export function createTextSpeaker(options: TextSpeakerDeps, concurrency: number): TextSpeaker {
  const deps = { ...options, recordingOf: createRecordings(options) };
  const limit = createFairLimit({ total: concurrency, perOwner: concurrency });
  const inFlight = new Map<string, Promise<SpeechOutcome>>();
  return {
    speak(spoken, owner, signal) {
      const id = speechId(spoken);
      const shared = inFlight.get(id);
      if (shared !== undefined) return shared;
      // Those that are not wanted any more leave at once, and not at their turn.
      const outcome = limit(owner, (): Promise<SpeechOutcome> => createMedia(deps, id, spoken), signal)
        .catch((error: unknown): SpeechOutcome => {
          if (signal.aborted) return { kind: 'skipped' };
          throw error;
        })
        .finally(() => inFlight.delete(id));
      inFlight.set(id, outcome);
      return outcome;
    },
  };
}

/**
 * Speaks, stores, uploads and records a text; each step is repeatable. A stored recording is not spoken (and paid for)
 * again; of two recordings by two workers the first one recorded wins.
 */
async function createMedia(deps: SpeakerDeps, id: string, spoken: SpokenText): Promise<SpeechOutcome> {
  const { objects, speeches } = deps;
  const existing = await speeches.mediaOf(id);
  if (existing !== undefined) return { kind: 'media', mediaId: existing };
  const recorded = await attempt(deps.recordingOf(id, spoken), 'speech down', 'The message cannot be spoken');
  if (recorded.kind !== 'done') return recorded;
  const added = await upload(deps, id, recorded.result);
  if (added.kind !== 'done' && added.kind !== 'erased') return added;
  const mediaId = added.kind === 'done' ? await speeches.record(id, added.result) : undefined;
  if (mediaId !== undefined) return { kind: 'media', mediaId };
  // Its last campaign was erased meanwhile.
  await objects.delete(speechKey(id));
  return { kind: 'skipped' };
}

/**
 * Uploads a recording whose id is noted before: whoever erases the text deletes it. `erased`: that happened meanwhile, so
 * that a refusal says nothing about the text.
 */
async function upload(
  { carrier, speeches }: SpeakerDeps,
  id: string,
  recording: Buffer,
): Promise<Attempted<string> | { kind: 'erased' }> {
  let created: string | undefined;
  const onCreated = async (mediaId: string) => {
    created = mediaId;
    if (!(await speeches.noteMedia(id, mediaId))) throw new TextErased(mediaId);
  };
  try {
    const added = await attempt(
      carrier.addMedia({ name: `Hark ${id}`, recording, onCreated }),
      'carrier down',
      'The carrier rejected the recording',
    );
    if (added.kind === 'unspeakable' && created !== undefined && !(await speeches.holdsMedia(id, created)))
      return { kind: 'erased' };
    return added;
  } catch (error) {
    if (!(error instanceof TextErased)) throw error;
    await attempt(carrier.deleteMedia(error.mediaId), 'carrier down', 'The carrier keeps an empty recording');
    return { kind: 'erased' };
  }
}

/** Nobody uses a text any more. The recording that was created for it is empty. */
class TextErased extends Error {
  readonly mediaId: string;

  constructor(mediaId: string) {
    super('The text was erased.');
    this.mediaId = mediaId;
  }
}

type Attempted<Result> = { kind: 'done'; result: Result } | Exclude<SpeechOutcome, { kind: 'media' }>;

/** Returns a provider's result, or what its error means for the text; rejects with any other error. */
async function attempt<Result>(
  work: Promise<Result>,
  down: 'speech down' | 'carrier down',
  refusal: string,
): Promise<Attempted<Result>> {
  try {
    return { kind: 'done', result: await work };
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { kind: down, error };
    if (error instanceof ProviderRejected)
      return { kind: 'unspeakable', code: error.vendorCode, reason: `${refusal}: ${error.message}` };
    throw error;
  }
}
