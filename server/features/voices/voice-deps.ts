import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import type { IdempotencyKeyStore } from '#server/platform/idempotency/idempotency-key-store.ts';
import type { SingleFlight } from '#server/platform/lib/concurrency/single-flight.ts';
import type { UploadFormStore } from './upload-form-store.ts';
import type { VoiceUses } from '#server/features/campaigns/api.ts';
import type { ErasePreviews } from '#server/features/voices/previews/api.ts';
import type { VoiceJobs } from './api.ts';
import type { CloneStore } from './cloning/clone-store.ts';
import type { VoiceStore } from './voice-store.ts';

/** Dependencies of the voices feature. */
export interface VoiceDeps {
  clock: Clock;
  log: Logger;
  objects: ObjectStore;
  speech: SpeechSynthesizer;
  uses: VoiceUses;
  /** Erases what was spoken in a voice that is deleted. */
  erasePreviews: ErasePreviews;
  idempotencyKeys: IdempotencyKeyStore;
  jobs: VoiceJobs;
  store: VoiceStore;
  clones: CloneStore;
  forms: UploadFormStore;
  singleFlight: SingleFlight;
}
