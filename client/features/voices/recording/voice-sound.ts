import { recordingProblem } from '#shared/voice-rules.ts';

/** Audio of a new voice: a file or a recording, never both. */
export interface VoiceSound {
  kind: 'file' | 'recording';
  file: File;
}

/** Returns why a chosen file cannot be uploaded, or `undefined`. The server validates again. */
export async function fileProblem(file: File): Promise<string | undefined> {
  return recordingProblem(new Uint8Array(await file.arrayBuffer()));
}
