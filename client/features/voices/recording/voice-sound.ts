import { recordingProblem } from '#shared/voice-rules.ts';

/** What a new voice is made of: a file or a recording, never both. */
export interface VoiceSound {
  kind: 'file' | 'recording';
  file: File;
}

/** What is wrong with a file that was chosen; `undefined` when it can be uploaded. The server looks again. */
export async function fileProblem(file: File): Promise<string | undefined> {
  return recordingProblem(new Uint8Array(await file.arrayBuffer()));
}
