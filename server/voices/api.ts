/** A voice that is cloned at the speech provider. */
export interface UsableVoice {
  id: string;
  title: string;
  /** Its id at the speech provider. */
  providerVoiceId: string;
}

/** Voices for campaigns; `undefined` means unknown or unusable, 'foreign' means owned by another user. */
export interface Voices {
  /** Returns who owns a voice, without cloning it. */
  ownership(uid: string, voiceId: string): Promise<'own' | 'foreign' | undefined>;
  /** Returns a usable voice; its first use clones it at the speech provider. */
  find(uid: string, voiceId: string): Promise<UsableVoice | 'foreign' | undefined>;
}
