import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#client/ui/controls/icon-button.tsx';
import { PlayPosition } from './play-position.tsx';
import { createSound, useSound } from './sound.ts';

/** Plays audio that is not uploaded yet. */
export function SoundPreview({ file }: { file: File }) {
  const [sound] = useState(createSound);
  const playing = useSound(sound, sound.playing);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    sound.load(url);
    return () => {
      sound.unload();
      URL.revokeObjectURL(url);
    };
  }, [sound, file]);
  return (
    <div className="flex items-center gap-2">
      <IconButton
        label={playing ? 'Pause' : 'Play'}
        icon={playing ? Pause : Play}
        variant="ghost"
        className="-ml-2"
        onClick={() => {
          if (playing) sound.pause();
          else sound.play().catch(() => undefined);
        }}
      />
      <PlayPosition sound={sound} label="Position" />
    </div>
  );
}
