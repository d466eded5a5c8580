import { useEffect, useEffectEvent, useId, useState, type DragEvent } from 'react';
import { AudioLines, X, Upload } from 'lucide-react';
import { MP3_TYPES } from '#shared/voices/voice-rules.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { cx } from '#client/ui/cx.ts';
import { Recorder } from './recorder.tsx';
import { useRecorder } from './use-recorder.ts';
import { SoundEditor } from './sound-editor.tsx';
import { fileProblem, type VoiceSound } from './voice-sound.ts';

interface SoundChoiceProps {
  sound: VoiceSound | null;
  onChange: (sound: VoiceSound | null) => void;
  /** Called when a recording begins, and when it has ended and is ready or has failed. */
  onRecording: (recording: boolean) => void;
  disabled: boolean;
}

const ONE_FILE = 'Please choose one file: a voice is made from one recording.';

/** A file or a recording for a new voice; they exclude each other. */
export function SoundChoice({ sound, onChange, onRecording, disabled }: SoundChoiceProps) {
  const [problem, setProblem] = useState<string>();
  const take = async ([file, ...others]: File[]) => {
    if (file === undefined) return;
    const found = others.length > 0 ? ONE_FILE : await fileProblem(file);
    setProblem(found);
    if (found !== undefined) return;
    recorder.reset();
    onChange({ kind: 'file', file });
  };
  const recorder = useRecorder((file) => {
    setProblem(undefined);
    onChange({ kind: 'recording', file });
  });
  const isRecording = recorder.phase !== 'idle';
  const reportRecording = useEffectEvent(onRecording);
  useEffect(() => {
    reportRecording(isRecording);
  }, [isRecording]);
  const clear = () => {
    onChange(null);
  };
  return (
    <div className="flex flex-col gap-4">
      {sound?.kind === 'file' ? (
        <div className="rounded-card border border-line bg-sunken p-3">
          <div className="flex items-center gap-3">
            <Icon icon={AudioLines} className="ml-1 text-accent" />
            <p className="min-w-0 flex-1 truncate font-medium">{sound.file.name}</p>
            <Button variant="ghost" size="sm" icon={X} disabled={disabled} onClick={clear}>
              Remove
            </Button>
          </div>
          <SoundEditor sound={sound} disabled={disabled} onChange={onChange} />
        </div>
      ) : (
        <FileDrop
          onFiles={(files) => void take(files)}
          disabled={disabled || sound !== null || isRecording}
        />
      )}
      <p role="alert" className="text-sm text-failed empty:hidden">
        {problem}
      </p>
      <Recorder
        recorder={recorder}
        recording={sound?.kind === 'recording' ? sound : null}
        blocked={disabled || sound?.kind === 'file'}
        onChange={onChange}
        onDelete={clear}
      />
    </div>
  );
}

const ACCEPT = ['.mp3', ...MP3_TYPES].join(',');

/** Drop zone for one MP3 file; also opens the file picker. */
function FileDrop({ onFiles, disabled }: { onFiles: (files: File[]) => void; disabled: boolean }) {
  const hintId = useId();
  const [over, setOver] = useState(false);
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside && !disabled);
  };
  const take = (files: FileList | null) => {
    if (!disabled) onFiles([...(files ?? [])]);
  };
  return (
    <label
      className={cx(
        'relative flex flex-col items-center rounded-card border border-dashed px-4 py-6 text-center transition-colors',
        'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong hover:border-ink-3/60',
        disabled ? 'cursor-not-allowed opacity-55' : 'cursor-pointer',
      )}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <Icon icon={Upload} size={20} className="text-accent" />
      <span className="mt-2 font-medium">Drop your file here, or browse</span>
      <span id={hintId} className="mt-0.5 text-sm text-ink-3">
        Mp3 files, up to 10MB each
      </span>
      <input
        type="file"
        accept={ACCEPT}
        className="sr-only"
        aria-describedby={hintId}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          // Reset, so that choosing the same file again triggers a change event.
          event.target.value = '';
        }}
      />
    </label>
  );
}
