import { Mic } from 'lucide-react';
import { paths } from '#client/app/routing/paths.ts';
import { useVoiceList, voiceProblem } from '#client/app/use-voice-list.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { EmptyState, LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import type { StepProps } from '../wizard/wizard-state.ts';

/** Step 4: the voice. */
export function VoiceStep({ state, dispatch }: StepProps) {
  const list = useVoiceList();
  const voices = list.data?.voices;
  const { voiceId } = state.form;
  return (
    <>
      <StepHeading
        title="Select Voice"
        text="Your message is spoken in this voice. Choose one to hear a sample."
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
          options={voices.map((voice) => ({
            value: voice.vid,
            title: voice.title,
            description: voiceProblem(voice) ?? voice.description,
            disabled: voice.status !== 'ready',
          }))}
        />
      )}
    </>
  );
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
