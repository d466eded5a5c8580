import { mp3Seconds } from '#shared/voices/mp3-frames.ts';
import { recordingProblem, RECORDING_LIMIT_SECONDS, sizeProblem } from '#shared/voices/voice-rules.ts';
import { decodeAudio, monoSamples, type AudioPart } from './decoded-audio.ts';
import { encodeMp3 } from './mp3-encoder.ts';

/** Audio of a new voice: a file or a recording, never both. */
export interface VoiceSound {
  kind: 'file' | 'recording';
  file: File;
  /** The part that is uploaded; undefined for the whole file. */
  part?: AudioPart | undefined;
}

/** Decoding a longer file would need more memory than a phone has. */
const MAX_DECODED_SECONDS = 180;

/** Returns why a chosen file cannot be uploaded, or `undefined`. The server validates again. */
export async function fileProblem(file: File): Promise<string | undefined> {
  try {
    return sizeProblem(file.size) ?? recordingProblem(await bytesOf(file));
  } catch {
    return 'The file cannot be read. It may have been moved or changed.';
  }
}

/** Returns the decoded audio of an MP3 file; `undefined` if it is too long for that. Rejects if it is damaged. */
export async function decodeFile(file: File): Promise<AudioBuffer | undefined> {
  return mp3Seconds(await bytesOf(file)) > MAX_DECODED_SECONDS ? undefined : decodeAudio(file);
}

/** Converts the browser's recording to an MP3 file of at most the allowed length. */
export async function recordingToMp3(recording: Blob): Promise<File> {
  const audio = await decodeAudio(recording);
  return partToMp3({ audio, start: 0, end: RECORDING_LIMIT_SECONDS }, 'recording.mp3');
}

/** Returns the file to upload: the chosen one, or its part encoded again. */
export async function fileToUpload({ file, part }: VoiceSound): Promise<File> {
  return part === undefined ? file : partToMp3(part, file.name);
}

function partToMp3(part: AudioPart, name: string): Promise<File> {
  return encodeMp3({ samples: monoSamples(part), sampleRate: part.audio.sampleRate }, name);
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
