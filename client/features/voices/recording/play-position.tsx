import { clockTime } from './clock-time.ts';
import { useSound, type Sound } from './sound.ts';

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
