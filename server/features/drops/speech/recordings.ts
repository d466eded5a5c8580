import type { FindPreviewRecording } from '#server/features/voices/previews/api.ts';
import { ObjectStoreUnavailable, ProviderRejected } from '#server/providers/errors.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { speechKey, type SpokenText } from './speech-model.ts';
import type { SpeechStore } from './speech-store.ts';

/** Returns the stored recording of a text, by the text's id; has it spoken and stored if there is none. */
export type FindOrMakeRecording = (id: string, spoken: SpokenText) => Promise<Buffer>;

interface RecordingsDeps {
  synthesizer: Pick<SpeechSynthesizer, 'speak'>;
  objects: ObjectStore;
  speeches: Pick<SpeechStore, 'referenced'>;
  findPreview: FindPreviewRecording;
}

/**
 * Creates the recordings of a process. What was paid for and could not be stored is kept, and nothing more is spoken before
 * the store takes it. So an outage of the store costs nothing, and no more is kept than is spoken at once.
 */
export function createRecordings(deps: RecordingsDeps): FindOrMakeRecording {
  const { synthesizer, objects, findPreview } = deps;
  const unstored = new Map<string, Buffer>();
  let storing: Promise<void> | undefined;
  const put = (id: string, recording: Buffer) =>
    objects.put(speechKey(id), recording, 'audio/mpeg').catch(rethrowAsOutage);
  const storeRest = async () => {
    for (const [id, recording] of unstored) {
      await put(id, recording);
      await deleteIfUnused(deps, id);
      unstored.delete(id);
    }
  };
  return async (id, { providerVoiceId, text }) => {
    const kept = unstored.get(id);
    storing ??= storeRest().finally(() => (storing = undefined));
    await storing;
    const found = kept ?? (await objects.read(speechKey(id)).catch(rethrowAsOutage));
    if (found !== undefined) return found;
    const heard = await findPreview(providerVoiceId, text).catch(rethrowAsOutage);
    const recording = heard ?? (await synthesizer.speak(providerVoiceId, text));
    try {
      await put(id, recording);
    } catch (error) {
      unstored.set(id, recording);
      throw error;
    }
    return recording;
  };
}

/** Its campaigns may have been erased while the recording waited; who erases a text later deletes its object too. */
async function deleteIfUnused({ objects, speeches }: RecordingsDeps, id: string): Promise<void> {
  const key = speechKey(id);
  if ((await speeches.referenced([key])).length === 0) await objects.delete(key);
}

/** A store that refuses a request says nothing about the text: its contacts must not fail for it. */
function rethrowAsOutage(error: unknown): never {
  if (!(error instanceof ProviderRejected)) throw error;
  throw new ObjectStoreUnavailable(error.message, error.vendorCode, { cause: error });
}
