import type { Dispatch, ReactNode } from 'react';
import { paths } from '#client/app/routing/paths.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { createErrorTable } from '#client/domain/import-file/error-table.ts';
import { CHANGED_ELSEWHERE, type PublishFailure } from './publish-outcome.ts';
import type { WizardAction } from '../wizard/wizard-state.ts';
import type { StepId } from '../wizard/wizard-steps.ts';
import { LineErrorList } from '#client/domain/import-file/line-error-list.tsx';

interface FailureModalProps {
  failure: PublishFailure;
  /** It was to replace a campaign. */
  replaces?: boolean;
  dispatch: Dispatch<WizardAction>;
  onClose: () => void;
  onRetry: () => void;
}

/** The modal after a failed publish: the reason and the action that resolves it. The draft is kept. */
export function FailureModal({ failure, replaces = false, dispatch, onClose, onRetry }: FailureModalProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={replaces ? 'Not replaced' : 'Not published'}
      description={failure.text}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <FailureAction failure={failure} replaces={replaces} dispatch={dispatch} onRetry={onRetry} />
        </>
      }
    >
      {failure.errors.length > 0 ? <LineErrorList errors={createErrorTable(failure.errors)} /> : undefined}
    </Dialog>
  );
}

/** The step to return to, by error code or invalid field. */
const STEP_BY_CODE: Partial<Record<string, { step: StepId; text: string }>> = {
  ALREADY_EXISTS: { step: 'name', text: 'Change the name' },
  campaign_name: { step: 'name', text: 'Change the name' },
  INVALID_CSV: { step: 'upload', text: 'Choose another file' },
  list_id: { step: 'upload', text: 'Choose another list' },
  csv_file: { step: 'upload', text: 'Choose another file' },
  message_overrides: { step: 'message', text: 'Change the message' },
  CONSENT_REQUIRED: { step: 'upload', text: 'Enter the consent' },
  consent: { step: 'upload', text: 'Change the consent' },
  message: { step: 'message', text: 'Change the message' },
  voice_id: { step: 'voice', text: 'Choose another voice' },
  drop_date: { step: 'schedule', text: 'Change the schedule' },
  drops_per_minute: { step: 'schedule', text: 'Change the schedule' },
  calling_hours: { step: 'schedule', text: 'Change the schedule' },
  last_day: { step: 'schedule', text: 'Change the schedule' },
};

function FailureAction({
  failure,
  replaces = false,
  dispatch,
  onRetry,
}: Omit<FailureModalProps, 'onClose'>): ReactNode {
  const { code, field } = failure;
  if (code === 'PAYMENT_OVERDUE') return <ButtonLink href={paths.billing}>Update card</ButtonLink>;
  if (code === 'INSUFFICIENT_CREDITS' || code === 'SUBSCRIPTION_REQUIRED') {
    return <ButtonLink href={paths.billing}>Go to Subscription</ButtonLink>;
  }
  if (code === CHANGED_ELSEWHERE) return <Button onClick={onRetry}>Replace Anyway</Button>;
  if (code === 'IDEMPOTENCY_MISMATCH') return <Button onClick={onRetry}>Publish It Again</Button>;
  if (replaces && field === null && (code === 'NOT_FOUND' || code === 'ILLEGAL_TRANSITION')) {
    return (
      <Button
        onClick={() => {
          dispatch({ type: 'replacementDropped' });
        }}
      >
        Make It a New Campaign
      </Button>
    );
  }
  const target = STEP_BY_CODE[code ?? ''] ?? STEP_BY_CODE[field?.split('.')[0] ?? ''];
  if (target === undefined) return <Button onClick={onRetry}>Try again</Button>;
  return (
    <Button
      onClick={() => {
        // Otherwise the refused voice stays selected, as it may still be in the library.
        if (target.step === 'voice') dispatch({ type: 'edited', change: { voiceId: null } });
        dispatch({ type: 'sectionOpened', step: target.step });
      }}
    >
      {target.text}
    </Button>
  );
}
