import type { VoiceView } from '#shared/schemas/voices.ts';

/** A voice that is cloned at the speech provider. */
export interface UsableVoice {
  id: string;
  title: string;
  /** Its id at the speech provider. */
  providerVoiceId: string;
}

/** A user's own voice, one of another user, or one that does not exist or cannot be used. */
export type FoundVoice = { kind: 'own'; voice: UsableVoice } | { kind: 'foreign' | 'unknown' };

/** Voices for campaigns. */
export interface Voices {
  /** Returns who owns a voice, without cloning it. */
  ownership(uid: string, voiceId: string): Promise<FoundVoice['kind']>;
  /** Returns a usable voice; one that has just been uploaded is cloned at once. Throws INVALID_INPUT or CONFLICT. */
  find(uid: string, voiceId: string): Promise<FoundVoice>;
}

/** A voice whose recording was made into a voice, or could not be. */
export interface EndedVoice {
  at: Date;
  view: VoiceView;
}

/** What became of voices, for those who wait for it. */
export interface VoiceEnds {
  /** Returns the voices of a user that became ready, or failed, at `from` or later. */
  endedSince(uid: string, from: Date): Promise<EndedVoice[]>;
}

/** Schedules the work on voices. A job may run twice, also concurrently. */
export interface VoiceJobs {
  /** Clones a voice, or finishes its deletion, at once or at a given time. */
  advance(vid: string, at?: Date): Promise<void>;
}

/** The use cases behind the jobs. */
export interface VoiceHandlers {
  /** Once `signal` is aborted, it leaves a clone that is not asked for yet to another worker. */
  advanceVoice(vid: string, signal?: AbortSignal): Promise<void>;
}
