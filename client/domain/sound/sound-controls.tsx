import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#client/ui/controls/button.tsx';
import { clockTime, useSound, type Part, type Sound, createSound } from './sound.ts';

interface PlayPositionProps {
  sound: Sound;
  label: string;
  /** The part that is played; undefined for the whole. */
  part?: Part | undefined;
}

/** Seek slider of an audio player. */
export function PlayPosition({ sound, label, part }: PlayPositionProps) {
  const time = useSound(sound, sound.position);
  const duration = useSound(sound, sound.duration);
  const { start, end } = part ?? { start: 0, end: duration };
  // Rounded, as the slider does not reach its end if that is a fraction below a step.
  const length = Math.round((end - start) * 1000) / 1000;
  const passed = Math.min(length, Math.max(0, time - start));
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <input
        type="range"
        aria-label={label}
        aria-valuetext={clockTime(passed)}
        className="h-11 min-w-0 flex-1 cursor-pointer accent-accent"
        min={0}
        max={length}
        step={0.1}
        value={passed}
        onChange={(event) => {
          sound.seek(start + event.target.valueAsNumber);
        }}
      />
      <span className="text-sm whitespace-nowrap text-ink-3">
        {clockTime(passed)}/{clockTime(Math.round(length))}
      </span>
    </div>
  );
}

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
