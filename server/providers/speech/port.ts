/** A cloned voice at the provider. */
export interface ClonedVoice {
  /** Its id at the provider. */
  id: string;
  /** Whether it can speak; false while the provider asks its account to verify whose voice it is. */
  isReady: boolean;
}

/**
 * Clones voices and speaks text. Rejects with `ProviderUnavailable`, `ProviderAccountFault` or `ProviderRejected`, whose
 * messages are for users.
 */
export interface SpeechSynthesizer {
  /** Clones a voice from a recording (MP3). */
  cloneVoice(name: string, recording: Buffer): Promise<ClonedVoice>;
  /** Returns the cloned voices whose name ends with `tag` (`taggedName`), which is unique enough for a few results. */
  findVoices(tag: string): Promise<ClonedVoice[]>;
  deleteVoice(providerVoiceId: string): Promise<void>;
  /** Returns `text` as spoken MP3. */
  speak(providerVoiceId: string, text: string): Promise<Buffer>;
}

/** Returns the name of a clone that can be found by its tag. The tag comes last, as `name` is what a user wrote. */
export function taggedName(name: string, tag: string): string {
  return `${name} (${tag})`;
}

/** Returns whether `taggedName` made this name with this tag. */
export function isTagged(name: string, tag: string): boolean {
  return name.endsWith(taggedName('', tag));
}
