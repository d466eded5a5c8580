/** What voices need to know of campaigns. */
export interface VoiceUses {
  /** The name of a campaign that still has calls to make with this voice, if there is one. */
  openCampaignWith(uid: string, vid: string): Promise<string | undefined>;
}

/** A voice that can speak. */
export interface UsableVoice {
  vid: string;
  title: string;
  providerVoiceId: string;
}

/** What voices offer to other features. */
export interface Voices {
  /** Whether the user's library has this voice. The voice is not cloned. */
  has(uid: string, vid: string): Promise<boolean>;
  /** The user's voice, cloned by its first use; `undefined` for unknown, foreign and unfinished ones. */
  find(uid: string, vid: string): Promise<UsableVoice | undefined>;
  /** Whose voice it is; `undefined` where there is none. */
  ownerOf(vid: string): Promise<string | undefined>;
}
