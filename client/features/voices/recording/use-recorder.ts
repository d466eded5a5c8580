import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { RECORDING_LIMIT_SECONDS } from '#shared/voices/voice-rules.ts';
import { recordMicrophone, type MicrophoneRecording } from './microphone.ts';
import {
  MICROPHONE_GONE,
  MICROPHONE_MUTED,
  microphoneProblem,
  type MicrophoneProblem,
} from './microphone-problem.ts';
import { recordingToMp3 } from './voice-sound.ts';

const TICK_MS = 100;

/** State and actions of a recorder. */
export interface RecorderControl {
  phase: 'idle' | 'preparing' | 'recording';
  /** Length in seconds, during and after recording. */
  seconds: number;
  problem: MicrophoneProblem | undefined;
  /** Current level, 0 to 1; null where it is not measured. */
  level: (() => number) | null;
  start(): Promise<void>;
  stop(): void;
  /** Resets for another recording, and forgets the problem of the last one. */
  reset(): void;
}

/** Records the microphone as MP3 and passes the file to `onRecorded`. Stops after 30 seconds. */
export function useRecorder(onRecorded: (file: File) => void): RecorderControl {
  const [phase, setPhase] = useState<RecorderControl['phase']>('idle');
  const [seconds, setSeconds] = useState(0);
  const [problem, setProblem] = useState<MicrophoneProblem>();
  const recording = useRef<MicrophoneRecording>(null);
  const gone = useRef(false);
  const [level, setLevel] = useState<RecorderControl['level']>(null);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      recording.current?.cancel();
    };
  }, []);

  const stop = async () => {
    const current = recording.current;
    if (current === null) return;
    recording.current = null;
    setPhase('preparing');
    setProblem((shown) => (shown === MICROPHONE_MUTED ? undefined : shown));
    try {
      const file = await recordingToMp3(await current.stop());
      if (!gone.current) onRecorded(file);
    } catch {
      setProblem({ text: 'The recording could not be processed. Please try again.' });
    }
    setPhase('idle');
  };
  useTicking(phase === 'recording', setSeconds, () => void stop());

  return {
    phase,
    seconds,
    problem,
    level,
    async start() {
      setPhase('preparing');
      setProblem(undefined);
      setSeconds(0);
      try {
        const begun = await recordMicrophone({
          onGone() {
            setProblem(MICROPHONE_GONE);
            void stop();
          },
          onMuted(isMuted) {
            setProblem(isMuted ? MICROPHONE_MUTED : undefined);
          },
        });
        if (gone.current) {
          begun.cancel();
          return;
        }
        recording.current = begun;
        setLevel(() => begun.level);
        setPhase('recording');
      } catch (error) {
        setProblem(microphoneProblem(error));
        setPhase('idle');
      }
    },
    stop: () => void stop(),
    reset: () => {
      setSeconds(0);
      setProblem(undefined);
    },
  };
}

/** Reports the elapsed seconds while `running`, and when the limit is reached. */
function useTicking(running: boolean, onSeconds: (seconds: number) => void, onLimit: () => void): void {
  const limit = useEffectEvent(onLimit);
  const tick = useEffectEvent(onSeconds);
  useEffect(() => {
    if (!running) return undefined;
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const seconds = Math.min(RECORDING_LIMIT_SECONDS, (performance.now() - startedAt) / 1000);
      tick(seconds);
      if (seconds >= RECORDING_LIMIT_SECONDS) limit();
    }, TICK_MS);
    return () => {
      clearInterval(timer);
    };
  }, [running]);
}
