import { BookUser } from 'lucide-react';
import { useState } from 'react';
import { listNameSchema } from '#shared/schemas/contact-lists.ts';
import { consentErrors, consentToSend, type ConsentValues } from '#client/domain/consent/consent-values.ts';
import type { ContactsFile } from '#client/domain/import-file/contacts-form.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { LineErrors } from './line-errors.tsx';
import { useUploadList } from './use-upload-list.ts';
import { ListNameField, listNameOf } from './list-name-field.tsx';

interface SaveForLaterProps {
  contacts: ContactsFile;
  consent: ConsentValues | null;
}

/** Saves the file of a campaign as a list, so that the next campaign needs no file. */
export function SaveForLater({ contacts, consent }: SaveForLaterProps) {
  const [isOpen, setOpen] = useState(false);
  const [isSaved, setSaved] = useState<File | null>(null);
  if (isSaved === contacts.file) return null;
  return (
    <div>
      <Button
        variant="secondary"
        icon={BookUser}
        onClick={() => {
          setOpen(true);
        }}
      >
        Save This List for Later
      </Button>
      {isOpen && (
        <SaveDialog
          contacts={contacts}
          consent={consent}
          onClose={() => {
            setOpen(false);
          }}
          onSaved={() => {
            setOpen(false);
            setSaved(contacts.file);
          }}
        />
      )}
    </div>
  );
}

interface SaveDialogProps extends SaveForLaterProps {
  onClose: () => void;
  onSaved: () => void;
}

function SaveDialog({ contacts, consent, onClose, onSaved }: SaveDialogProps) {
  const [name, setName] = useState(listNameOf(contacts.file));
  const { save, busy, share, problem } = useUploadList(onSaved);
  const checked = listNameSchema.safeParse(name);
  const isComplete = consent !== null && Object.keys(consentErrors(consent)).length === 0;
  return (
    <FormDialog
      size="sm"
      title="Save this list for later"
      description={
        isComplete
          ? 'With the consent that you entered. You find it under Contacts.'
          : 'With the default consent of your profile. You find it under Contacts.'
      }
      submitLabel="Save List"
      busyText="Saving..."
      busy={busy}
      onClose={onClose}
      onSubmit={() => {
        if (checked.success)
          save({ name: checked.data, contacts, consent: isComplete ? consentToSend(consent) : null });
      }}
    >
      <ListNameField
        value={name}
        error={checked.error?.issues[0]?.message}
        onChange={({ target }) => {
          setName(target.value);
        }}
      />
      {busy && <Progress label="Uploading the list" value={share} max={1} />}
      {problem !== null && <LineErrors {...problem} />}
    </FormDialog>
  );
}
