/** Clones voices and speaks text. Rejects with `ProviderUnavailable` or `ProviderRejected`. */
export interface SpeechSynthesizer {
  /** Clones a voice from a recording (MP3) and returns the voice id of the provider. */
  cloneVoice(name: string, recording: Buffer): Promise<string>;
  /** Returns the ids of the cloned voices whose name contains `text`, which is unique enough for a few results. */
  findVoices(text: string): Promise<string[]>;
  deleteVoice(providerVoiceId: string): Promise<void>;
  /** Returns `text` as spoken MP3. */
  speak(providerVoiceId: string, text: string): Promise<Buffer>;
}
