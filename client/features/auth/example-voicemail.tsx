import { Play } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyOnAction } from '#client/app/loading/lazy-with-preload.ts';
import { Waveform } from '#client/domain/sound/waveform.tsx';
import { ExampleSound } from './example-sound.tsx';

const ExamplePlayer = lazyOnAction(() => import('./example-player.tsx'));

/** How loud the parts of the recording are, as `RecordingMeter.waveform` measures it. */
const WAVEFORM = [
  0, 32, 89, 79, 90, 1, 61, 58, 79, 46, 82, 46, 71, 81, 53, 86, 10, 60, 86, 70, 62, 100, 79, 66, 70, 61, 76,
  60, 49, 65, 38, 59, 45, 43, 59, 60, 71, 21, 82, 55, 68, 65, 48, 53, 54, 78, 16, 0,
];

/** A voicemail as somebody hears it, to read and to play. Its recording is loaded when it is first played. */
export function ExampleVoicemail() {
  return (
    <section
      aria-label="What people hear"
      className="mt-8 rounded-panel border border-line bg-surface shadow-float lg:mt-10"
    >
      <div className="border-b border-line px-5 py-4">
        <p className="text-sm text-ink-3">What they hear</p>
        <p className="font-semibold">Zoë Martínez</p>
      </div>
      <div className="px-5 pt-4 pb-5">
        <p className="text-md leading-6.5">
          Hi <Filled>Zoë</Filled>, it is Ana from Maple Realty. We are opening the garden flat on{' '}
          <Filled>12 High St</Filled> this Saturday at ten, and I thought of you.
        </p>
        <Player />
      </div>
    </section>
  );
}

function Player() {
  const [asked, setAsked] = useState(false);
  const silent = (
    <ExampleSound
      label="Hear the example"
      icon={Play}
      busy={asked}
      onClick={() => {
        setAsked(true);
      }}
    >
      <Waveform bars={WAVEFORM} className="text-chart-rest" />
    </ExampleSound>
  );
  if (!asked) return silent;
  return (
    <Suspense fallback={silent}>
      <ExamplePlayer waveform={WAVEFORM} />
    </Suspense>
  );
}

function Filled({ children }: { children: ReactNode }) {
  return <span className="rounded-small bg-accent-soft px-1 font-medium text-accent">{children}</span>;
}
