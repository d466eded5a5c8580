import type { DraftOffer } from '../draft/use-draft.ts';
import { STEPS, type StepProps } from '../wizard/wizard-state.ts';
import { IntroStep } from './intro-step.tsx';
import { MessageStep } from './message-step.tsx';
import { NameStep } from './name-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { SuccessStep } from './success-step.tsx';
import { UploadStep } from './upload-step.tsx';
import { VoiceStep } from './voice-step.tsx';

/** Renders the current step. */
export function CurrentStep({ draft, ...props }: StepProps & { draft: DraftOffer }) {
  switch (props.state.step) {
    case STEPS.intro:
      return <IntroStep draft={draft} />;
    case STEPS.name:
      return <NameStep {...props} />;
    case STEPS.upload:
      return <UploadStep {...props} />;
    case STEPS.message:
      return <MessageStep {...props} />;
    case STEPS.voice:
      return <VoiceStep {...props} />;
    case STEPS.schedule:
      return <ScheduleStep {...props} />;
    case STEPS.review:
      return <ReviewStep {...props} />;
    case STEPS.success:
      return <SuccessStep {...props} />;
  }
}
