import { useState, type Dispatch } from 'react';
import { ENCODING_NAMES, type TextEncoding } from '#shared/contacts/encodings/text-encoding.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import type { ImportAction, ImportModal } from './import-state.ts';

interface EncodingModalProps {
  modal: ImportModal & { kind: 'encoding' };
  dispatch: Dispatch<ImportAction>;
  onClose: () => void;
}

/** Asks in which encoding the text of a file reads well, by names of the file. */
export function EncodingModal({ modal: { choices }, dispatch, onClose }: EncodingModalProps) {
  const [chosen, setChosen] = useState<TextEncoding | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Which text reads well?"
      description="The letters of this file can be read in several ways. If none is right, save the file as CSV UTF-8 and choose it again."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={chosen === null}
            onClick={() => {
              if (chosen !== null) dispatch({ type: 'encodingChosen', encoding: chosen });
            }}
          >
            Continue
          </Button>
        </>
      }
    >
      <RadioCards
        aria-label="Text of the file"
        value={chosen ?? ''}
        onValueChange={(value) => {
          setChosen(choices.find(({ encoding }) => encoding === value)?.encoding ?? null);
        }}
        options={choices.map(({ encoding, sample }) => ({
          value: encoding,
          title: <span className="wrap-anywhere">{sample.join(' · ')}</span>,
          description: ENCODING_NAMES[encoding],
        }))}
      />
    </Dialog>
  );
}
