import type { ComponentType } from 'react';
import type { ListCheck } from '#client/features/campaigns/calling/use-list-check.ts';
import type { DraftOffer } from '#client/features/campaigns/draft/use-draft.ts';
import { IntroStep } from '#client/features/campaigns/steps/intro-step.tsx';
import { MessageStep } from '#client/features/campaigns/steps/message-step.tsx';
import { NameStep } from '#client/features/campaigns/steps/name-step.tsx';
import { ReviewStep } from '#client/features/campaigns/steps/review-step.tsx';
import { ScheduleStep } from '#client/features/campaigns/steps/schedule-step.tsx';
import { SuccessStep } from '#client/features/campaigns/steps/success-step.tsx';
import { UploadStep } from '#client/features/campaigns/steps/upload-step.tsx';
import { VoiceStep } from '#client/features/campaigns/steps/voice-step.tsx';
import type { Prefill } from './prefill.ts';
import type { StepProps } from './wizard-state.ts';
import type { StepId } from './wizard-steps.ts';

interface ScreenProps extends StepProps {
  draft: DraftOffer;
  /** What the campaign begins with; null for nothing. */
  prefill: Prefill | null;
  check: ListCheck;
}

/** The page of each step. */
export const SCREENS: Readonly<Record<StepId, ComponentType<ScreenProps>>> = {
  intro: IntroStep,
  name: NameStep,
  upload: UploadStep,
  message: MessageStep,
  voice: VoiceStep,
  schedule: ScheduleStep,
  review: ReviewStep,
  success: SuccessStep,
};
