import { Mic, Pause, Play } from 'lucide-react';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { paths } from '#client/app/routing/paths.ts';
import { useVoiceList, voiceProblem } from '#client/app/use-voice-list.ts';
import { useVoicePlayer, type VoicePlayer } from '#client/domain/sound/use-voice-player.ts';
import { ButtonLink, IconButton } from '#client/ui/controls/button.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { EmptyState, LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { RadioCards, type RadioCardOption } from '#client/ui/controls/radio-cards.tsx';
import { VoiceAvatar } from '#client/ui/display/voice-avatar.tsx';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import type { StepProps } from '../wizard/wizard-state.ts';

/** Step 4: the voice. */
export function VoiceStep({ state, dispatch }: StepProps) {
  const list = useVoiceList();
  const voices = list.data?.voices;
  const { voiceId } = state.form;
  const player = useVoicePlayer();
  return (
    <>
      <StepHeading
        title="Select Voice"
        text="Your message is spoken in this voice. Play a sample, or hear the message itself in the preview."
      />
      {list.isPending && (
        <SkeletonGroup className="flex flex-col gap-2.5">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </SkeletonGroup>
      )}
      {list.isError && <LoadError busy={list.isFetching} onRetry={() => void list.refetch()} />}
      {voices?.length === 0 && <NoVoices />}
      {voices !== undefined && voices.length > 0 && (
        <RadioCards
          aria-label="Voice"
          value={voiceId ?? ''}
          onValueChange={(vid) => {
            dispatch({ type: 'edited', change: { voiceId: vid } });
          }}
          options={voices.map((voice) => voiceOption(voice, player))}
        />
      )}
    </>
  );
}

/** The card of a voice; one that cannot be used yet says why. */
function voiceOption(voice: VoiceView, player: VoicePlayer): RadioCardOption {
  const { vid, title, description, avatar, status } = voice;
  const playing = player.current === vid && player.playing;
  return {
    value: vid,
    title,
    description: voiceProblem(voice) ?? description,
    media: <VoiceAvatar avatar={avatar} className="size-10" />,
    disabled: status !== 'ready',
    action: (
      <IconButton
        label={`${playing ? 'Pause' : 'Play'} a sample of ${title}`}
        icon={playing ? Pause : Play}
        className="rounded-full"
        busy={player.current === vid && player.loading}
        onClick={() => void player.toggle(vid)}
      />
    ),
  };
}

function NoVoices() {
  return (
    <Card>
      <EmptyState
        icon={Mic}
        title="No voice samples yet"
        text="Upload or record one. Your campaign is saved as a draft."
        action={<ButtonLink href={paths.myVoice}>Upload My Voice</ButtonLink>}
      />
    </Card>
  );
}
