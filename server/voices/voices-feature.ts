import type { Connection } from 'mongoose';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { findActiveVoice, listVoices } from './library.ts';
import { createSingleFlight } from './once-at-a-time.ts';
import type { Voices } from './ports.ts';
import { sweepVoices } from './sweep-voices.ts';
import { createUploadFormStore } from './upload-form-store.ts';
import { findUsableVoice } from './use-voice.ts';
import type { VoiceDeps } from './voice-deps.ts';
import { createVoiceModel } from './voice-model.ts';
import { createVoiceStore } from './voice-store.ts';
import { createVoicesRouter } from './voices-router.ts';

/** Recordings of up to 10 MB that are held in memory to be checked, of all users. */
const RECORDINGS_AT_ONCE = 2;

/** The voice library: uploads, metadata, playing, deletion, and voices for campaigns (B §2, §7). */
export function createVoicesFeature({
  connection,
  ...options
}: Omit<VoiceDeps, 'store' | 'forms' | 'onceAtATime'> & { connection: Connection }) {
  const model = createVoiceModel(connection);
  const deps: VoiceDeps = {
    ...options,
    store: createVoiceStore(model),
    forms: createUploadFormStore(model),
    onceAtATime: createSingleFlight(RECORDINGS_AT_ONCE),
  };
  const voices: Voices = {
    has: async (uid, vid) => (await findActiveVoice(deps, uid, vid)) !== undefined,
    find: (uid, vid) => findUsableVoice(deps, uid, vid),
    ownerOf: async (vid) => (await deps.store.byId(vid))?.userId,
  };
  return {
    router: createVoicesRouter(deps),
    voices,
    /** The library as the user-info call shows it (A §3). */
    list: async (uid: string): Promise<VoiceView[]> => (await listVoices(deps, uid)).voices,
    /** Finishes interrupted uploads and deletions; to be run every few minutes. */
    sweep: () => sweepVoices(deps),
    models: [model] as const,
  };
}
