import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#client/ui/controls/button.tsx';
import { clockTime, useSound, type Sound, createSound } from './sound.ts';

/** Seek slider of an audio player. */
export function PlayPosition({ sound, label }: { sound: Sound; label: string }) {
  const time = useSound(sound, sound.position);
  const duration = useSound(sound, sound.duration);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <input
        type="range"
        aria-label={label}
        aria-valuetext={clockTime(time)}
        className="h-11 min-w-0 flex-1 cursor-pointer accent-accent"
        min={0}
        max={duration}
        step={0.1}
        value={Math.min(time, duration)}
        onChange={(event) => {
          sound.seek(event.target.valueAsNumber);
        }}
      />
      <span className="text-sm whitespace-nowrap text-ink-3">
        {clockTime(time)}/{clockTime(duration)}
      </span>
    </div>
  );
}

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
