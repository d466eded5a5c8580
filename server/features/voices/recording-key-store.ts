import { referencedKeys } from '#server/platform/lib/referenced-keys.ts';
import type { VoiceModel } from './voice-store.ts';

const VOICE_IN_KEY = /^(?:uploads|voices)\/[^/]+\/([a-z0-9]+)(?:-[0-9a-f]+)?\.mp3$/;

/** Which keys of uploads and recordings voices name. */
export interface RecordingKeyStore {
  /** Returns those of the keys that a voice names; while its upload is checked, all that hold its id. */
  referenced(keys: readonly string[]): Promise<string[]>;
}

/** Returns the store over the `voices` collection. */
export function createRecordingKeyStore(model: VoiceModel): RecordingKeyStore {
  return {
    referenced: (keys) =>
      referencedKeys(keys, VOICE_IN_KEY, async (ids) => {
        const found = await model
          .find({ _id: { $in: ids } }, { state: 1, objectKey: 1, uploadKey: 1 })
          .lean();
        const voices = new Map(found.map((voice) => [voice._id, voice]));
        return (id, key) => {
          const voice = voices.get(id);
          return voice?.state === 'pending' || voice?.objectKey === key || voice?.uploadKey === key;
        };
      }),
  };
}
