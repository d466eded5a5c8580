import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#client/ui/controls/button.tsx';
import { PlayPosition } from './play-position.tsx';
import { createSound, useSound, type Part } from './sound.ts';

/** Plays audio that is not uploaded yet, or a part of it. */
export function SoundPreview({ file, part }: { file: File; part?: Part | undefined }) {
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
  useEffect(() => {
    sound.limit(part ?? { start: 0, end: Infinity });
  }, [sound, part]);
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
      <PlayPosition sound={sound} label="Position" part={part} />
    </div>
  );
}
