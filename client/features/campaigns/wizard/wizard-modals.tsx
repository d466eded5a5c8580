import type { Dispatch } from 'react';
import { ImportModals } from '#client/domain/import-file/import-modals.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { hasContent } from '#client/features/campaigns/draft/draft-store.ts';
import type { WizardAction, WizardModal, WizardState } from './wizard-state.ts';
import { uploadName } from '#client/features/campaigns/contact-file/upload-summary.ts';
import { FailureModal } from '#client/features/campaigns/publish/failure-modal.tsx';
import { InvalidMessagesModal } from '#client/features/campaigns/publish/invalid-messages-modal.tsx';

interface WizardModalsProps {
  modal: WizardModal;
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  /** Leaves the wizard, without the campaign or with it as a draft. */
  onLeave: (keepsDraft: boolean) => void;
  /** Publishes again. */
  onRetry: () => void;
}

/** Renders the open modal of the wizard. */
export default function WizardModals({ modal, state, dispatch, onLeave, onRetry }: WizardModalsProps) {
  const close = () => {
    dispatch({ type: 'modalClosed' });
  };
  switch (modal.kind) {
    case 'header':
    case 'data':
    case 'encoding':
    case 'field':
      return (
        <ImportModals
          modal={modal}
          fileName={uploadName(state.upload)}
          sampleName={state.form.name}
          dispatch={dispatch}
        />
      );
    case 'messageErrors':
      return <InvalidMessagesModal errors={modal.errors} onClose={close} />;
    case 'missing':
      return (
        <Dialog
          open
          onOpenChange={close}
          size="sm"
          title="Missing Information"
          description={modal.message}
          footer={<Button onClick={close}>Okay</Button>}
        />
      );
    case 'failure':
      return (
        <FailureModal
          failure={modal.failure}
          replaces={state.replaces !== null}
          dispatch={dispatch}
          onClose={close}
          onRetry={onRetry}
        />
      );
    case 'exit':
      return (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Cancel Campaign?"
          description="Are you sure you want to cancel? All progress will be lost."
          confirmLabel="Yes"
          cancelLabel="No"
          danger
          other={
            hasContent(state.step, state.form)
              ? {
                  label: 'Keep the Draft',
                  onClick: () => {
                    onLeave(true);
                  },
                }
              : undefined
          }
          onConfirm={() => {
            onLeave(false);
          }}
        />
      );
  }
}
