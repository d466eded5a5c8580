import type { Connection } from 'mongoose';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { advanceVoice } from './advance-voice.ts';
import { createCloneStore } from './cloning/clone-store.ts';
import { eraseVoices } from './erase-voices.ts';
import { findActiveVoice, listVoices, presentVoice } from './library.ts';
import type { StoredObjects } from '#server/platform/module/stored-objects.ts';
import { createRecordingKeyStore } from './recording-key-store.ts';
import type { VoiceEnds, VoiceHandlers, Voices } from './api.ts';
import { createSingleFlight } from '#server/platform/lib/concurrency/single-flight.ts';
import { sweepVoices } from './sweep-voices.ts';
import { voiceSections } from './export-voices.ts';
import type { ExportFile } from '#server/platform/module/export-section.ts';
import { createUploadFormStore } from './upload-form-store.ts';
import { findUsableVoice } from './use-voice.ts';
import type { VoiceDeps } from './voice-deps.ts';
import { createVoiceModel, createVoiceStore, type VoiceRecord } from './voice-store.ts';
import { voiceJobKinds } from './voice-jobs.ts';
import { createVoicesRouter } from './voices-router.ts';

/** Recordings (up to 10 MB each) checked in memory at the same time. */
const MAX_CONCURRENT_CHECKS = 2;

/** What voices need of the app. */
interface VoiceNeeds extends Pick<VoiceDeps, 'clock' | 'log'> {
  connection: Connection;
  providers: Pick<VoiceDeps, 'speech'> & { objects: { store: VoiceDeps['objects'] } };
  voiceUses: VoiceDeps['uses'];
  previews: { erase: VoiceDeps['erasePreviews'] };
  keys: Pick<VoiceDeps, 'idempotencyKeys'>;
  queues: { voices: VoiceDeps['jobs'] };
}

/** Creates the voice library: uploads, metadata, playback, deletion, and voices for campaigns. */
export function createVoicesFeature(app: VoiceNeeds) {
  const { connection, providers } = app;
  const model = createVoiceModel(connection);
  const deps: VoiceDeps = {
    log: app.log,
    clock: app.clock,
    objects: providers.objects.store,
    speech: providers.speech,
    uses: app.voiceUses,
    erasePreviews: (uid, vid) => app.previews.erase(uid, vid),
    idempotencyKeys: app.keys.idempotencyKeys,
    jobs: app.queues.voices,
    store: createVoiceStore(model),
    clones: createCloneStore(model),
    forms: createUploadFormStore(model),
    singleFlight: createSingleFlight(MAX_CONCURRENT_CHECKS),
  };
  const voices: Voices = {
    async ownership(uid, vid) {
      const owner = (await deps.store.byId(vid))?.userId;
      if (owner !== undefined && owner !== uid) return 'foreign';
      return (await findActiveVoice(deps, uid, vid)) === undefined ? 'unknown' : 'own';
    },
    async find(uid, vid) {
      const kind = await voices.ownership(uid, vid);
      if (kind !== 'own') return { kind };
      const voice = await findUsableVoice(deps, uid, vid);
      return voice === undefined ? { kind: 'unknown' } : { kind, voice };
    },
  };
  const ends: VoiceEnds = {
    async endedSince(uid, from) {
      const active = (await deps.store.holdingSlots(uid)).filter(({ state }) => state === 'active');
      return active.flatMap((voice) => {
        const at = voice.clone?.endedAt;
        return at === undefined || at < from ? [] : [{ at, view: presentVoice(voice) }];
      });
    },
  };
  const recordings = async (uid: string): Promise<VoiceRecord[]> =>
    (await deps.store.holdingSlots(uid)).filter(({ state }) => state === 'active');
  const { referenced } = createRecordingKeyStore(model);
  const stored: StoredObjects[] = ['uploads/', 'voices/'].map((prefix) => ({ prefix, referenced }));
  const handlers: VoiceHandlers = { advanceVoice: (vid, signal) => advanceVoice(deps, vid, signal) };
  return {
    router: createVoicesRouter(deps),
    handlers,
    jobs: voiceJobKinds(handlers),
    voices,
    ends,
    /** Returns the active voices, for `user-info`. */
    list: async (uid: string): Promise<VoiceView[]> => (await listVoices(deps, uid)).voices,
    exported: {
      sections: voiceSections(recordings),
      files: async ({ uid }: { uid: string }): Promise<ExportFile[]> =>
        (await recordings(uid)).flatMap(({ _id, objectKey }) =>
          objectKey === undefined
            ? []
            : [{ path: `voices/${_id}.mp3`, read: () => deps.objects.read(objectKey) }],
        ),
    },
    erasure: [{ name: 'voices', erase: ({ uid }: { uid: string }) => eraseVoices(deps, uid) }],
    /** Finishes interrupted uploads and deletions. */
    sweep: () => sweepVoices(deps),
    duties: [
      { name: 'sweep-voices', everyMs: 2 * MINUTE_MS, run: ({ signal }) => sweepVoices(deps, signal) },
    ] satisfies Duty[],
    /** Uploads and recordings in the object store. */
    stored,
    models: [model] as const,
  };
}
