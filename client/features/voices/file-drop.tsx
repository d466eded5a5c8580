import { Upload } from 'lucide-react';
import { useId, useState, type DragEvent } from 'react';
import { MP3_TYPES } from '#shared/voice-rules.ts';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';

const ACCEPT = ['.mp3', ...MP3_TYPES].join(',');

/** Drop zone for one MP3 file; also opens the file picker. */
export function FileDrop({ onFile, disabled }: { onFile: (file: File) => void; disabled: boolean }) {
  const hintId = useId();
  const [over, setOver] = useState(false);
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside && !disabled);
  };
  const takeFirst = (files: FileList | null | undefined) => {
    const file = files?.item(0);
    if (file && !disabled) onFile(file);
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
        takeFirst(event.dataTransfer.files);
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
          takeFirst(event.target.files);
          // Reset, so that choosing the same file again triggers a change event.
          event.target.value = '';
        }}
      />
    </label>
  );
}
