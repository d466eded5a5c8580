/** A running recording. */
export interface MicrophoneRecording {
  /** Current level, 0 to 1. */
  level(): number;
  /** Stops and returns the audio in the browser's recording format. */
  stop(): Promise<Blob>;
  /** Stops and discards the audio. */
  cancel(): void;
}

/**
 * Requests the microphone and starts recording; calls `onGone` if the microphone ends before the recording. Rejects if
 * there is none or permission is denied.
 */
export async function recordMicrophone(onGone: () => void): Promise<MicrophoneRecording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  try {
    return record(stream, onGone);
  } catch (error) {
    release(stream);
    throw error;
  }
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function record(stream: MediaStream, onGone: () => void): MicrophoneRecording {
  const recorder = new MediaRecorder(stream);
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => {
      resolve();
    });
  });
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    release(stream);
    if (context.state !== 'closed') void context.close();
  };
  // A track that is stopped by the page itself has no such event.
  for (const track of stream.getTracks()) track.addEventListener('ended', onGone);
  recorder.start();
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(
        1,
        2.5 * Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length),
      );
    },
    async stop() {
      end();
      await stopped;
      return new Blob(chunks, { type: recorder.mimeType });
    },
    cancel: end,
  };
}
