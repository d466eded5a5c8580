import type { Dispatch } from 'react';
import { Button } from '#client/ui/controls/button.tsx';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import type { WizardAction, WizardModal, WizardState } from './wizard-state.ts';
import { EncodingModal } from '#client/domain/import-file/encoding-modal.tsx';
import { HeaderErrorsModal } from '#client/domain/import-file/header-errors-modal.tsx';
import { FailureModal } from '#client/features/campaigns/publish/failure-modal.tsx';
import { InvalidMessagesModal, RowErrorsModal } from '#client/domain/import-file/row-errors-modal.tsx';

interface WizardModalsProps {
  modal: WizardModal;
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  /** Discards the campaign. */
  onLeave: () => void;
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
      return (
        <HeaderErrorsModal modal={modal} campaignName={state.form.name} dispatch={dispatch} onClose={close} />
      );
    case 'data':
      return <RowErrorsModal modal={modal} state={state} dispatch={dispatch} onClose={close} />;
    case 'encoding':
      return <EncodingModal modal={modal} dispatch={dispatch} onClose={close} />;
    case 'messageErrors':
      return <InvalidMessagesModal errors={modal.errors} onClose={close} />;
    case 'field':
      return <MessageDialog title="Please check" message={modal.message} onClose={close} />;
    case 'missing':
      return <MessageDialog title="Missing Information" message={modal.message} onClose={close} />;
    case 'failure':
      return <FailureModal failure={modal.failure} dispatch={dispatch} onClose={close} onRetry={onRetry} />;
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
          onConfirm={onLeave}
        />
      );
  }
}

function MessageDialog({ title, message, onClose }: { title: string; message: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={title}
      description={message}
      footer={<Button onClick={onClose}>Okay</Button>}
    />
  );
}
