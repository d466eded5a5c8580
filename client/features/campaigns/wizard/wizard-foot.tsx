import { Button } from '#client/ui/controls/button.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { messageCheck } from '../message/message-check.ts';
import { STEPS, type WizardState } from './wizard-state.ts';

interface WizardFooterProps {
  state: WizardState;
  share: number;
  onBack: () => void;
}

/** Back, and the one way forwards; it stays in sight however long the step is. */
export function WizardFooter({ state, share, onBack }: WizardFooterProps) {
  const isReading = state.upload.status === 'reading' && state.step >= STEPS.upload;
  const isChecking = state.step === STEPS.message && messageCheck(state) === 'unknown';
  return (
    <footer data-foot className="sticky bottom-0 z-20 border-t border-line bg-surface">
      {state.publishing && (
        <Progress
          label="Sending your contacts"
          value={share}
          max={1}
          className="absolute inset-x-0 -top-px h-0.5"
        />
      )}
      <div className="mx-auto flex max-w-270 items-center justify-between gap-3 px-4 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] lg:py-5">
        <Button variant="secondary" size="lg" disabled={state.publishing} onClick={onBack}>
          Back
        </Button>
        {state.step === STEPS.review ? (
          <Button
            type="submit"
            size="lg"
            busy={state.publishing}
            busyText="Creating Campaign..."
            disabled={isReading}
          >
            Publish Campaign
          </Button>
        ) : (
          <Button type="submit" size="lg" disabled={isChecking || (isReading && state.step === STEPS.upload)}>
            Continue
          </Button>
        )}
      </div>
    </footer>
  );
}
