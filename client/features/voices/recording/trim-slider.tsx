import { Slider } from 'radix-ui';
import { useMemo } from 'react';
import { Waveform } from '#client/domain/sound/waveform.tsx';
import { peaksOf } from './decoded-audio.ts';

/** The slider counts in whole steps, as sums of tenths of a second are not exact. */
const STEPS_PER_SECOND = 10;
const MIN_SECONDS = 1;
const BARS = 96;

/** A part of a recording, in seconds. */
export interface Trim {
  start: number;
  end: number;
}

interface TrimSliderProps {
  audio: AudioBuffer;
  trim: Trim;
  disabled: boolean;
  onChange: (trim: Trim) => void;
  /** The handle was released. */
  onCommit: (trim: Trim) => void;
}

/** Returns the whole of a recording, in steps of the slider. */
export function wholeOf({ duration }: AudioBuffer): Trim {
  return { start: 0, end: Math.floor(duration * STEPS_PER_SECOND) / STEPS_PER_SECOND };
}

/** Whether a recording is long enough to be trimmed. */
export function canTrim({ duration }: AudioBuffer): boolean {
  return duration > MIN_SECONDS + 1 / STEPS_PER_SECOND;
}

/** The waveform of a recording, with a handle at each end that moves by pointer, touch and arrow keys. */
export function TrimSlider({ audio, trim, disabled, onChange, onCommit }: TrimSliderProps) {
  const { end: seconds } = wholeOf(audio);
  const toTrim = ([start = 0, end = 0]: number[]): Trim => ({
    start: start / STEPS_PER_SECOND,
    end: end / STEPS_PER_SECOND,
  });
  return (
    <Slider.Root
      className="relative flex h-16 touch-none items-center select-none data-disabled:opacity-55"
      min={0}
      max={stepsOf(seconds)}
      minStepsBetweenThumbs={stepsOf(MIN_SECONDS)}
      preserveThumbOrder
      disabled={disabled}
      value={[stepsOf(trim.start), stepsOf(trim.end)]}
      onValueChange={(values) => {
        onChange(toTrim(values));
      }}
      onValueCommit={(values) => {
        onCommit(toTrim(values));
      }}
    >
      <Slider.Track className="absolute inset-0 overflow-hidden rounded-control border border-line bg-surface">
        <Slider.Range className="absolute inset-y-0 bg-accent-soft" />
        <AudioWaveform audio={audio} className="text-ink-3/45" />
        <AudioWaveform
          audio={audio}
          className="text-accent"
          clip={`inset(0 ${percent(1 - trim.end / seconds)} 0 ${percent(trim.start / seconds)})`}
        />
      </Slider.Track>
      {(['Start', 'End'] as const).map((name) => (
        <Slider.Thumb
          key={name}
          aria-label={`${name} of the recording`}
          aria-valuetext={`${(name === 'Start' ? trim.start : trim.end).toFixed(1)} seconds`}
          className="group relative block h-16 w-0.5 cursor-ew-resize bg-accent outline-none"
        >
          <span className="absolute inset-y-0 -left-5.5 w-11.5" />
          <span className="absolute top-1/2 -left-1.5 h-7 w-3.5 -translate-y-1/2 rounded-full border-2 border-surface bg-accent outline-offset-2 outline-accent group-focus-visible:outline-2" />
        </Slider.Thumb>
      ))}
    </Slider.Root>
  );
}

function stepsOf(seconds: number): number {
  return Math.round(seconds * STEPS_PER_SECOND);
}

function percent(share: number): string {
  return `${String(share * 100)}%`;
}

function AudioWaveform({ audio, ...rest }: { audio: AudioBuffer; className: string; clip?: string }) {
  const bars = useMemo(() => peaksOf(audio, BARS), [audio]);
  return <Waveform bars={bars} {...rest} />;
}
