/** Clones voices and speaks text. Rejects with `ProviderUnavailable` or `ProviderRejected`. */
export interface SpeechSynthesizer {
  /** Makes a voice of a recording (MP3); answers the provider's voice id. */
  cloneVoice(name: string, recording: Buffer): Promise<string>;
  deleteVoice(providerVoiceId: string): Promise<void>;
  /** Speaks `text`; answers MP3. */
  speak(providerVoiceId: string, text: string): Promise<Buffer>;
}
