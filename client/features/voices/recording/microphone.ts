/** A running recording. */
export interface MicrophoneRecording {
  /** Current level, 0 to 1; null in a browser that does not measure it. */
  level: (() => number) | null;
  /** Stops and returns the audio in the browser's recording format. */
  stop(): Promise<Blob>;
  /** Stops and discards the audio. */
  cancel(): void;
}

/** What happens to the microphone while it records. */
export interface MicrophoneListeners {
  /** It was unplugged, or its permission withdrawn. */
  onGone(): void;
  /** Nothing can be heard, or something again: a telephone call has the microphone, or a switch turns it off. */
  onMuted(isMuted: boolean): void;
}

/** Requests the microphone and starts recording. Rejects if there is none or permission is denied. */
export async function recordMicrophone(listeners: MicrophoneListeners): Promise<MicrophoneRecording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  try {
    return record(stream, listeners);
  } catch (error) {
    release(stream);
    throw error;
  }
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function record(stream: MediaStream, { onGone, onMuted }: MicrophoneListeners): MicrophoneRecording {
  const recorder = new MediaRecorder(stream);
  const meter = levelMeter(stream);
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
    meter?.close();
  };
  for (const track of stream.getTracks()) {
    // A track that is stopped by the page itself has no such event.
    track.addEventListener('ended', onGone);
    for (const isMuted of [true, false])
      track.addEventListener(isMuted ? 'mute' : 'unmute', () => {
        onMuted(isMuted);
      });
  }
  recorder.start();
  return {
    level: meter?.level ?? null,
    async stop() {
      end();
      await stopped;
      return new Blob(chunks, { type: recorder.mimeType });
    },
    cancel: end,
  };
}

interface LevelMeter {
  level(): number;
  close(): void;
}

/** Measures a stream; null where the browser hides the sample rate of the device, which recording does not need. */
function levelMeter(stream: MediaStream): LevelMeter | null {
  const context = new AudioContext();
  const close = () => {
    if (context.state !== 'closed') void context.close();
  };
  try {
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const level = () => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, 2.5 * Math.sqrt(power));
    };
    return { level, close };
  } catch {
    close();
    return null;
  }
}
