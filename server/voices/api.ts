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
  /** Returns a usable voice; its first use clones it at the speech provider. */
  find(uid: string, voiceId: string): Promise<FoundVoice>;
}
