/** A running recording. */
export interface MicrophoneRecording {
  /** Current level, 0 to 1. */
  level(): number;
  /** Stops and returns the audio in the browser's recording format. */
  stop(): Promise<Blob>;
  /** Stops and discards the audio. */
  cancel(): void;
}

/** Requests the microphone and starts recording. Rejects if there is none or permission is denied. */
export async function recordMicrophone(): Promise<MicrophoneRecording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
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
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== 'closed') void context.close();
  };
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
