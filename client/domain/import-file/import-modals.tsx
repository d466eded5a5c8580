import type { Dispatch } from 'react';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { EncodingModal } from './encoding-modal.tsx';
import { HeaderErrorsModal } from './header-errors-modal.tsx';
import type { ImportAction, ImportModal } from './import-state.ts';
import { RowErrorsModal } from './row-errors-modal.tsx';

interface ImportModalsProps {
  modal: ImportModal;
  fileName: string;
  /** The sample file is named after it. */
  sampleName: string;
  dispatch: Dispatch<ImportAction>;
}

/** Says what is wrong with the chosen file, and what can be done about it. */
export function ImportModals({ modal, fileName, sampleName, dispatch }: ImportModalsProps) {
  const close = () => {
    dispatch({ type: 'modalClosed' });
  };
  switch (modal.kind) {
    case 'header':
      return <HeaderErrorsModal modal={modal} sampleName={sampleName} dispatch={dispatch} onClose={close} />;
    case 'data':
      return (
        <RowErrorsModal
          modal={modal}
          fileName={fileName}
          sampleName={sampleName}
          dispatch={dispatch}
          onClose={close}
        />
      );
    case 'encoding':
      return <EncodingModal modal={modal} dispatch={dispatch} onClose={close} />;
    case 'field':
      return (
        <Dialog
          open
          onOpenChange={close}
          size="sm"
          title="Please check"
          description={modal.message}
          footer={<Button onClick={close}>Okay</Button>}
        />
      );
  }
}
