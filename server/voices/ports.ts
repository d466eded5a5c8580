/** The campaigns that use voices. */
export interface VoiceUses {
  /** Returns the name of a campaign that still has calls to make with this voice. */
  openCampaignWith(uid: string, vid: string): Promise<string | undefined>;
}

/** A voice that is cloned at the speech provider. */
export interface UsableVoice {
  vid: string;
  title: string;
  providerVoiceId: string;
}

/** The voices feature for other features. */
export interface Voices {
  /** Returns whether the user's library has this voice, without cloning it. */
  has(uid: string, vid: string): Promise<boolean>;
  /** Returns the user's voice, cloned on first use; `undefined` if unknown, pending or another user's. */
  find(uid: string, vid: string): Promise<UsableVoice | undefined>;
  /** Returns the id of a voice's owner; `undefined` for an unknown voice. */
  ownerOf(vid: string): Promise<string | undefined>;
}
