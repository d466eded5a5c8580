import { cx } from '#client/ui/cx.ts';
import { PlayedWaveform } from './waveform.tsx';
import { clockTime, useSound, type Part, type Sound } from './sound.ts';

interface PlayPositionProps {
  sound: Sound;
  label: string;
  /** The part that is played; undefined for the whole. */
  part?: Part | undefined;
  /** The loudness of its parts in percent, drawn in place of the track. */
  waveform?: readonly number[] | undefined;
}

/** The slider over a waveform cannot be seen, its focus can. */
const FOCUS = 'h-full rounded-small outline-offset-2 outline-accent has-[:focus-visible]:outline-2';

/** Seek slider of an audio player. */
export function PlayPosition({ sound, label, part, waveform }: PlayPositionProps) {
  const time = useSound(sound, sound.position);
  const duration = useSound(sound, sound.duration);
  const { start, end } = part ?? { start: 0, end: duration };
  // Rounded, as the slider does not reach its end if that is a fraction below a step.
  const length = Math.round((end - start) * 1000) / 1000;
  const passed = Math.min(length, Math.max(0, time - start));
  return (
    <div className={cx('flex min-w-0 flex-1 items-center gap-3', waveform && 'h-full max-w-110')}>
      <span className={cx('relative flex min-w-0 flex-1', waveform && FOCUS)}>
        {waveform !== undefined && (
          <PlayedWaveform bars={waveform} played={length === 0 ? 0 : passed / length} />
        )}
        <input
          type="range"
          aria-label={label}
          aria-valuetext={clockTime(passed)}
          className={cx(
            'w-full min-w-0 cursor-pointer',
            waveform ? 'h-full opacity-0' : 'h-11 accent-accent',
          )}
          min={0}
          max={length}
          step={0.1}
          value={passed}
          onChange={(event) => {
            sound.seek(start + event.target.valueAsNumber);
          }}
        />
      </span>
      <span className="text-sm whitespace-nowrap text-ink-3">
        {clockTime(passed)}/{clockTime(Math.round(length))}
      </span>
    </div>
  );
}
