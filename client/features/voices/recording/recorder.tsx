import { Mic, Square, Trash2 } from 'lucide-react';
import { RECORDING_LIMIT_SECONDS } from '#shared/voice-rules.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { clockTime } from './clock-time.ts';
import { RecordingLevel } from './recording-level.tsx';
import { SoundPreview } from './sound-preview.tsx';
import type { RecorderControl } from './use-recorder.ts';

interface RecorderProps {
  recorder: RecorderControl;
  /** The recording, if there is one. */
  recording: File | null;
  /** A file is chosen; recording is disabled until it is removed. */
  blocked: boolean;
  onDelete: () => void;
}

/** Records a voice in the browser: Record/Stop, playback and Delete. Stops after 30 seconds. */
export function Recorder({ recorder, recording, blocked, onDelete }: RecorderProps) {
  const recordingNow = recorder.phase === 'recording';
  return (
    <section className="rounded-card border border-line p-4" aria-label="Clone your voice">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="font-medium">Clone your voice</h3>
          <p className="text-sm text-ink-3">
            <span role="timer">
              {clockTime(recorder.seconds)}/{clockTime(RECORDING_LIMIT_SECONDS)}
            </span>
          </p>
        </div>
        {recordingNow && <RecordingLevel level={recorder.level} />}
        {recording === null ? (
          <Button
            variant="secondary"
            size="sm"
            icon={recordingNow ? Square : Mic}
            disabled={blocked}
            busy={recorder.phase === 'preparing'}
            busyText="Preparing..."
            onClick={() => {
              if (recordingNow) recorder.stop();
              else void recorder.start();
            }}
          >
            {recordingNow ? 'Stop' : 'Record'}
          </Button>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            icon={Trash2}
            disabled={blocked}
            onClick={() => {
              recorder.reset();
              onDelete();
            }}
          >
            Delete
          </Button>
        )}
      </div>
      {recording !== null && <SoundPreview file={recording} />}
      <p role="alert" className="mt-2 text-sm text-failed empty:hidden">
        {recorder.problem}
      </p>
    </section>
  );
}
