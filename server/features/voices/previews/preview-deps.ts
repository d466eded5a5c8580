import { createHash } from 'node:crypto';
import type { CampaignMessages } from '#server/features/campaigns/api.ts';
import type { SpokenTexts } from '#server/features/drops/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { IdempotencyDeps } from '#server/platform/idempotency/idempotent.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { OneRun } from '#server/platform/lib/concurrency/one-run.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import type { Voices } from '#server/features/voices/api.ts';
import type { PreviewLimit } from './preview-limit-store.ts';
import type { PreviewRecord, PreviewStore } from './preview-store.ts';

/** Dependencies of the use cases. */
export interface PreviewDeps extends IdempotencyDeps {
  /** The same time in all processes. */
  clock: Clock;
  log: Logger;
  objects: ObjectStore;
  speech: Pick<SpeechSynthesizer, 'speak'>;
  voices: Voices;
  /** The messages of campaigns. */
  messages: CampaignMessages;
  /** The recordings that campaigns have made. */
  spoken: SpokenTexts;
  /** Throws `AppError` unless the user may have messages spoken. */
  assertSubscribed: (uid: string) => Promise<void>;
  previews: PreviewStore;
  limit: PreviewLimit;
  jobs: PreviewJobs;
  /** Does the work of one user once at a time in this process. */
  oneRun: OneRun;
}

/** Enqueues the work on previews. A job may run twice, also concurrently. */
export interface PreviewJobs {
  /** Has the previews of a user made that are due. */
  make(userId: string): Promise<void>;
}

/** Returns the id of a preview: a hash, so that it is made once and reveals nothing of the text. */
export function previewId({
  userId,
  voiceId,
  text,
}: {
  userId: string;
  voiceId: string;
  text: string;
}): string {
  return hashOf([userId, voiceId, text]);
}

/** Returns a hash of a voice at the speech provider and a text. */
export function spokenHash(providerVoiceId: string, text: string): string {
  return hashOf([providerVoiceId, text]);
}

/** Returns the key of a preview's recording; the same at every attempt, so that none is left without a record. */
export function previewKey({ userId, _id }: Pick<PreviewRecord, 'userId' | '_id'>): string {
  return `previews/${userId}/${_id}.mp3`;
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
