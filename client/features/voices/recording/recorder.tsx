import { Mic, Square, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { RECORDING_LIMIT_SECONDS } from '#shared/voices/voice-rules.ts';
import { useFocusKept } from '#client/kit/use-focus-kept.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { clockTime } from '#client/domain/sound/sound.ts';
import { ReadingScript } from './reading-script.tsx';
import { SoundEditor } from './sound-editor.tsx';
import type { RecorderControl } from './use-recorder.ts';
import type { VoiceSound } from './voice-sound.ts';

interface RecorderProps {
  recorder: RecorderControl;
  /** The recording, if there is one. */
  recording: VoiceSound | null;
  /** A file is chosen; recording is disabled until it is removed. */
  blocked: boolean;
  onChange: (recording: VoiceSound) => void;
  onDelete: () => void;
}

/**
 * Records a voice in the browser: a text to read, Record/Stop, playback, trim and Delete. Stops after 30 seconds. Nothing that
 * can be pressed takes the place of Stop, which somebody may be about to press when the recording ends by itself.
 */
export function Recorder({ recorder, recording, blocked, onChange, onDelete }: RecorderProps) {
  const section = useRef<HTMLElement>(null);
  const recordingNow = recorder.phase === 'recording';
  const focusSection = () => section.current?.focus();
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="rounded-card border border-line p-4 outline-none"
      aria-label="Clone your voice"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="font-medium">Clone your voice</h3>
          <p className="text-sm text-ink-3">
            <span role="timer">
              {clockTime(recorder.seconds)}/{clockTime(RECORDING_LIMIT_SECONDS)}
            </span>
          </p>
        </div>
        {recordingNow && recorder.level !== null && <RecordingLevel level={recorder.level} />}
        <p role="status" className="grid h-8 place-items-center text-sm text-ink-3 empty:hidden">
          {recording !== null && 'Recording ended'}
        </p>
        {recording === null && (
          <RecordButton recorder={recorder} blocked={blocked} onFocusLost={focusSection} />
        )}
      </div>
      {recording === null ? (
        !blocked && <ReadingScript />
      ) : (
        <>
          <SoundEditor sound={recording} disabled={blocked} onChange={onChange} />
          <DeleteButton
            blocked={blocked}
            onFocusLost={focusSection}
            onDelete={() => {
              recorder.reset();
              onDelete();
            }}
          />
        </>
      )}
      <div role="alert" className="mt-3 text-sm empty:hidden">
        {recorder.problem !== undefined && (
          <>
            <p className="text-failed">{recorder.problem.text}</p>
            {recorder.problem.hint !== undefined && (
              <p className="mt-0.5 text-ink-2">{recorder.problem.hint}</p>
            )}
          </>
        )}
      </div>
    </section>
  );
}

interface RecorderButtonProps {
  blocked: boolean;
  /** The button goes away while it has the focus. */
  onFocusLost: () => void;
}

function RecordButton({
  recorder,
  blocked,
  onFocusLost,
}: RecorderButtonProps & { recorder: RecorderControl }) {
  const button = useFocusKept<HTMLButtonElement>(onFocusLost);
  const recordingNow = recorder.phase === 'recording';
  return (
    <Button
      ref={button}
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
  );
}

function DeleteButton({ blocked, onFocusLost, onDelete }: RecorderButtonProps & { onDelete: () => void }) {
  const button = useFocusKept<HTMLButtonElement>(onFocusLost);
  return (
    <div className="mt-2 flex">
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        className="-ml-3"
        icon={Trash2}
        disabled={blocked}
        onClick={onDelete}
      >
        Delete
      </Button>
    </div>
  );
}

const BARS = 20;

/** Level meter of the microphone. */
function RecordingLevel({ level }: { level: () => number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heights = Array<number>(BARS).fill(0);
    let frame = 0;
    const draw = () => {
      heights.shift();
      heights.push(level());
      for (const [i, bar] of [...(box.current?.children ?? [])].entries()) {
        (bar as HTMLElement).style.transform = `scaleY(${String(0.12 + 0.88 * (heights[i] ?? 0))})`;
      }
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [level]);
  return (
    <div ref={box} aria-hidden className="flex h-8 flex-1 items-center justify-center gap-0.5">
      {Array.from({ length: BARS }, (_, i) => (
        <span key={i} className="h-full w-1 origin-center scale-y-12 rounded-full bg-accent" />
      ))}
    </div>
  );
}
