import { Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { PlayPosition } from '#client/domain/sound/play-position.tsx';
import { createSound, useSound, type Part } from '#client/domain/sound/sound.ts';
import { ExampleSound } from './example-sound.tsx';
import recording from './example-voicemail.mp3';

/** Known before the recording is loaded. */
const WHOLE: Part = { start: 0, end: 9.5 };

/** Plays the example at once. */
export default function ExamplePlayer({ waveform }: { waveform: readonly number[] }) {
  const [sound] = useState(createSound);
  const playing = useSound(sound, sound.playing);
  const failed = useSound(sound, sound.failed);
  const button = useRef<HTMLButtonElement>(null);
  const toggle = () => {
    if (playing) {
      sound.pause();
      return;
    }
    sound.load(new URL(recording, location.href).href);
    sound.play().catch(() => undefined);
  };
  const start = useEffectEvent(toggle);
  useEffect(() => {
    // The button that was pressed is replaced by this one.
    if (document.activeElement === document.body) button.current?.focus();
    start();
    return () => {
      sound.unload();
    };
  }, [sound]);
  return (
    <ExampleSound
      ref={button}
      label={playing ? 'Pause the example' : 'Hear the example'}
      icon={playing ? Pause : Play}
      onClick={toggle}
    >
      {failed ? (
        <p role="alert" className="text-sm text-failed">
          The example could not be played. Please try again.
        </p>
      ) : (
        <PlayPosition sound={sound} label="Position in the example" part={WHOLE} waveform={waveform} />
      )}
    </ExampleSound>
  );
}
