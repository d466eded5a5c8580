/** A recording under way. */
export interface MicrophoneRecording {
  /** How loud it is right now, 0 to 1. */
  level(): number;
  /** Ends the recording and answers the sound, in whatever form the browser records. */
  stop(): Promise<Blob>;
  /** Ends it and forgets the sound. */
  cancel(): void;
}

/** Asks for the microphone and begins to record. Rejects when there is none or the person says no. */
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
