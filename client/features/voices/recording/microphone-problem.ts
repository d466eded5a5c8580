/** Why nothing can be recorded. */
export interface MicrophoneProblem {
  text: string;
  /** What the user can do about it. */
  hint?: string;
}

const HINTS: Readonly<Record<string, string>> = {
  NotAllowedError: 'Allow the microphone for this site in the settings of your browser, then try again.',
  NotFoundError: 'No microphone was found. Connect one, or choose an MP3 file.',
  NotReadableError: 'Another program may be using it. Close that program, then try again.',
};
const INSECURE = 'Recording needs a secure connection (https). You can choose an MP3 file instead.';

/** Returns the problem of a failed access to the microphone, with a hint if its cause is known. */
export function microphoneProblem(error: unknown): MicrophoneProblem {
  const text = 'Error accessing microphone.';
  const hint = window.isSecureContext ? HINTS[error instanceof Error ? error.name : ''] : INSECURE;
  return hint === undefined ? { text } : { text, hint };
}

/** The microphone was unplugged, or its permission withdrawn, while it recorded. */
export const MICROPHONE_GONE: MicrophoneProblem = {
  text: 'The microphone was disconnected.',
  hint: 'What you recorded until then is kept.',
};

/** Something else has the microphone, or a switch turns it off; the recording goes on. */
export const MICROPHONE_MUTED: MicrophoneProblem = {
  text: 'Your microphone sends no sound right now.',
  hint: 'A call or the mute switch may be using it. What you say meanwhile is not recorded.',
};
