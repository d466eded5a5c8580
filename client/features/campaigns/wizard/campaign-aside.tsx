import { Card } from '#client/ui/display/card.tsx';
import type { PreviewContact } from '../contact-file/use-contact-file.ts';
import { STEPS, type WizardState } from './wizard-state.ts';
import { CostFooter } from '#client/features/campaigns/schedule/cost-footer.tsx';
import { MessagePreview } from '#client/features/campaigns/message/message-preview.tsx';
import { VoiceSample } from '#client/features/campaigns/voice/voice-sample.tsx';

/** Beside the step: what one of the people hears, and what it all costs. */
export function CampaignAside({ state, shown }: { state: WizardState; shown: PreviewContact }) {
  const { upload, step, form } = state;
  if (upload.status === 'none' || upload.status === 'rejected') return null;
  const contacts = upload.status === 'ready' ? upload.summary.contacts : null;
  return (
    <Card aria-label="Preview and cost">
      {step >= STEPS.message && <MessagePreview message={form.message} contacts={contacts} shown={shown} />}
      {form.voiceId !== null && step >= STEPS.message && (
        <VoiceSample key={form.voiceId} voiceId={form.voiceId} />
      )}
      <CostFooter contacts={contacts} />
    </Card>
  );
}
