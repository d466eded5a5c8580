import { measureRecording } from '../cloning/measure-recording.ts';
import type { PreviewDeps } from './preview-deps.ts';
import type { ClaimedPreview } from './preview-store.ts';

/** Returns how a recording is drawn; `undefined` if it cannot be measured: it can be heard nevertheless. */
export async function waveformOf(
  { log }: Pick<PreviewDeps, 'log'>,
  { _id }: Pick<ClaimedPreview, '_id'>,
  recording: Buffer,
  measure: typeof measureRecording = measureRecording,
): Promise<number[] | undefined> {
  try {
    const waveform = (await measure(recording))?.waveform();
    return waveform?.every(Number.isSafeInteger) === true ? waveform : undefined;
  } catch (err) {
    log.warn({ err, previewId: _id }, 'a preview could not be measured, and has no waveform');
    return undefined;
  }
}
