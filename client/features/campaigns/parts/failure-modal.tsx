import type { Dispatch, ReactNode } from 'react';
import { paths } from '#client/app/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { packErrors } from '../contact-file/packed-errors.ts';
import type { PublishFailure } from '../publish-outcome.ts';
import { STEPS, type Step, type WizardAction } from '../wizard-state.ts';
import { LineErrorList } from './line-error-list.tsx';

interface FailureModalProps {
  failure: PublishFailure;
  dispatch: Dispatch<WizardAction>;
  onClose: () => void;
  onRetry: () => void;
}

/** The campaign was not created (B §8): why, and the shortest way to mend it. Nothing of it is lost. */
export function FailureModal({ failure, dispatch, onClose, onRetry }: FailureModalProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Not published"
      description={failure.text}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Remedy failure={failure} dispatch={dispatch} onRetry={onRetry} />
        </>
      }
    >
      {failure.errors.length > 0 ? <LineErrorList errors={packErrors(failure.errors)} /> : undefined}
    </Dialog>
  );
}

function Remedy({ failure, dispatch, onRetry }: Omit<FailureModalProps, 'onClose'>): ReactNode {
  const goTo = (step: Step, text: string) => (
    <Button
      onClick={() => {
        dispatch({ type: 'jumped', step });
      }}
    >
      {text}
    </Button>
  );
  switch (failure.code) {
    case 'INSUFFICIENT_CREDITS':
    case 'SUBSCRIPTION_REQUIRED':
      return <ButtonLink href={paths.billing}>Go to Subscription</ButtonLink>;
    case 'ALREADY_EXISTS':
      return goTo(STEPS.name, 'Change the name');
    case 'INVALID_CSV':
      return goTo(STEPS.upload, 'Choose another file');
    default:
      return <Button onClick={onRetry}>Try again</Button>;
  }
}
