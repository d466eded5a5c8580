/** Returns the recording of a text in a voice that a user has heard as a preview, if there is one. */
export type FindPreviewRecording = (providerVoiceId: string, text: string) => Promise<Buffer | undefined>;

/** Erases the previews in a voice, as they may contain names of contacts. Repeatable. */
export type ErasePreviews = (userId: string, voiceId: string) => Promise<void>;
