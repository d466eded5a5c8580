import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#client/ui/controls/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { warningsOf, type AudioPart } from './decoded-audio.ts';
import { SoundPreview } from '#client/domain/sound/sound-preview.tsx';
import { canTrim, TrimSlider, wholeOf, type Trim } from './trim-slider.tsx';
import { decodeFile, type VoiceSound } from './voice-sound.ts';

interface SoundEditorProps {
  sound: VoiceSound;
  disabled: boolean;
  onChange: (sound: VoiceSound) => void;
}

/** Plays a chosen sound, trims its ends, and says what makes it a poor sample of a voice. */
export function SoundEditor({ sound, disabled, onChange }: SoundEditorProps) {
  const { audio, problem } = useDecoded(sound.file);
  const [dragged, setDragged] = useState<Trim>();
  const whole = audio && wholeOf(audio);
  const trim = dragged ?? sound.part ?? whole;
  const warnings = useWarnings(audio, sound.part);
  const commit = (next: Trim | undefined) => {
    setDragged(undefined);
    const isWhole = next === undefined || (next.start === 0 && next.end === whole?.end);
    onChange({ ...sound, part: isWhole || audio === undefined ? undefined : { audio, ...next } });
  };
  return (
    <div className="flex min-w-0 flex-col">
      {audio !== undefined && trim !== undefined && canTrim(audio) && (
        <div className="mt-3">
          <TrimSlider audio={audio} trim={trim} disabled={disabled} onChange={setDragged} onCommit={commit} />
          <div className="mt-1 flex h-8 items-center justify-between gap-3 text-sm text-ink-3">
            <span>{sound.part === undefined ? 'Drag the ends to trim.' : trimmedText(trim)}</span>
            {sound.part !== undefined && (
              <Button
                variant="ghost"
                size="sm"
                disabled={disabled}
                onClick={() => {
                  commit(undefined);
                }}
              >
                Undo trim
              </Button>
            )}
          </div>
        </div>
      )}
      <SoundPreview file={sound.file} part={dragged ?? sound.part} />
      <div
        role="status"
        aria-label="Quality of the recording"
        className="flex flex-col gap-1.5 not-empty:mt-1"
      >
        {[...(problem === undefined ? [] : [problem]), ...warnings].map((text) => (
          <p key={text} className="flex gap-2 text-sm text-waiting">
            <Icon icon={TriangleAlert} size={16} className="mt-px" />
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}

function trimmedText({ start, end }: Trim): string {
  return `Trimmed to ${(end - start).toFixed(1)} seconds.`;
}

const DAMAGED = 'The browser cannot read this recording. It may be damaged: listen to it before you save it.';

interface Decoded {
  file: File;
  audio?: AudioBuffer | undefined;
  problem?: string;
}

/** Returns the decoded audio of a file, or why there is none; neither while it is decoded. */
function useDecoded(file: File): Omit<Decoded, 'file'> {
  const [decoded, setDecoded] = useState<Decoded>();
  useEffect(() => {
    let isCurrent = true;
    decodeFile(file).then(
      (audio) => {
        if (isCurrent) setDecoded({ file, audio });
      },
      () => {
        if (isCurrent) setDecoded({ file, problem: DAMAGED });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return decoded?.file === file ? decoded : {};
}

/** Returns what makes the part of a recording, or all of it, a poor sample; nothing while it is measured. */
function useWarnings(audio: AudioBuffer | undefined, part: AudioPart | undefined): string[] {
  const [warnings, setWarnings] = useState<string[]>([]);
  useEffect(() => {
    if (audio === undefined) return undefined;
    let isCurrent = true;
    void warningsOf(part ?? { audio, start: 0, end: audio.duration }).then((found) => {
      if (isCurrent) setWarnings(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [audio, part]);
  return warnings;
}
