import { useState } from 'react';
import { AudioLines, X } from 'lucide-react';
import { Button } from '#client/ui/controls/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { FileDrop } from '#client/features/voices/file-drop.tsx';
import { Recorder } from './recorder.tsx';
import { useRecorder } from './use-recorder.ts';
import { SoundPreview } from './sound-preview.tsx';
import { fileProblem, type VoiceSound } from './voice-sound.ts';

interface SoundChoiceProps {
  sound: VoiceSound | null;
  onChange: (sound: VoiceSound | null) => void;
  disabled: boolean;
}

/** A file or a recording for a new voice; they exclude each other. */
export function SoundChoice({ sound, onChange, disabled }: SoundChoiceProps) {
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    const found = await fileProblem(file);
    setProblem(found);
    if (found === undefined) onChange({ kind: 'file', file });
  };
  const recorder = useRecorder((file) => {
    setProblem(undefined);
    onChange({ kind: 'recording', file });
  });
  const clear = () => {
    onChange(null);
  };
  return (
    <div className="flex flex-col gap-4">
      {sound?.kind === 'file' ? (
        <div className="flex items-center gap-3 rounded-card border border-line bg-sunken p-3">
          <Icon icon={AudioLines} className="ml-1 text-accent" />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{sound.file.name}</p>
            <SoundPreview file={sound.file} />
          </div>
          <Button variant="ghost" size="sm" icon={X} disabled={disabled} onClick={clear}>
            Remove
          </Button>
        </div>
      ) : (
        <FileDrop
          onFile={(file) => void take(file)}
          disabled={disabled || sound !== null || recorder.phase !== 'idle'}
        />
      )}
      <p role="alert" className="text-sm text-failed empty:hidden">
        {problem}
      </p>
      <Recorder
        recorder={recorder}
        recording={sound?.kind === 'recording' ? sound.file : null}
        blocked={disabled || sound?.kind === 'file'}
        onDelete={clear}
      />
    </div>
  );
}
