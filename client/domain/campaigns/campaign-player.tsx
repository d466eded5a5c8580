import { Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { trpc } from '#client/app/trpc.ts';
import { useSpokenMessage, type SpokenMessage } from '#client/domain/message/use-spoken-message.ts';
import { PlayPosition } from '#client/domain/sound/play-position.tsx';
import { SoundLine } from './sound-line.tsx';

/** Plays what a campaign says to its first contact, at once, with its waveform. */
export default function CampaignPlayer({ campaign: { id, name, voice_title } }: { campaign: CampaignView }) {
  const button = useRef<HTMLButtonElement>(null);
  const begin = trpc.previews.beginOfCampaign.useMutation();
  const message = useSpokenMessage(async () => (await begin.mutateAsync({ id })).preview);
  const start = useEffectEvent(message.toggle);
  useEffect(() => {
    // The button that was pressed is replaced by this one.
    if (document.activeElement === document.body) button.current?.focus();
    start();
  }, []);
  return (
    <SoundLine
      ref={button}
      label={`${message.playing ? 'Pause' : 'Hear'} ${name}`}
      icon={message.playing ? Pause : Play}
      busy={message.busy}
      onClick={message.toggle}
    >
      <SoundState {...message} name={name} voice={voice_title} />
    </SoundLine>
  );
}

function SoundState({ speech, sound, name, voice }: SpokenMessage & { name: string; voice: string }) {
  if (speech.kind === 'ready')
    return (
      <div className="flex h-5 min-w-0 flex-1">
        <PlayPosition sound={sound} label={`Position in ${name}`} waveform={speech.waveform} />
      </div>
    );
  return (
    <p role="status" className="truncate text-sm text-ink-3">
      {speech.kind === 'failed' ? (
        <span className="text-failed" title={speech.reason}>
          {speech.reason}
        </span>
      ) : (
        `Voice: ${voice}`
      )}
    </p>
  );
}
