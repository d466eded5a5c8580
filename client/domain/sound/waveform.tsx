import { useMemo } from 'react';

interface WaveformProps {
  /** The height of each bar in percent. */
  bars: readonly number[];
  className: string;
  /** A clip path that shows a part of it. */
  clip?: string | undefined;
}

/** The bars of a recording, as wide and high as the element around it. */
export function Waveform({ bars, className, clip }: WaveformProps) {
  const path = useMemo(
    () =>
      bars
        .map((height, bar) => {
          const half = 2 + 0.42 * height;
          return `M${String(bar + 0.5)} ${String(50 - half)}V${String(50 + half)}`;
        })
        .join(''),
    [bars],
  );
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${String(bars.length)} 100`}
      preserveAspectRatio="none"
      className={`absolute inset-0 size-full ${className}`}
      style={{ clipPath: clip }}
    >
      <path
        d={path}
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** A waveform of which a share, 0 to 1, has been played. */
export function PlayedWaveform({ bars, played }: { bars: readonly number[]; played: number }) {
  return (
    <>
      <Waveform bars={bars} className="text-chart-rest" />
      <Waveform bars={bars} className="text-accent" clip={`inset(0 ${String((1 - played) * 100)}% 0 0)`} />
    </>
  );
}
