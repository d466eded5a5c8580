import { useState } from 'react';
import { listNameSchema, type CreateListOutput } from '#shared/schemas/contact-lists.ts';
import { trpc } from '#client/app/trpc.ts';
import { ConsentFields } from '#client/domain/consent/consent-fields.tsx';
import {
  consentErrors,
  consentToSend,
  NO_CONSENT,
  type ConsentValues,
} from '#client/domain/consent/consent-values.ts';
import { ListNameField } from '#client/domain/lists/list-name-field.tsx';
import { useNewList } from '#client/domain/lists/use-new-list.ts';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';

interface SavePeopleDialogProps {
  campaign: { id: string; name: string };
  onClose: () => void;
}

/** Saves the people of a campaign as a list; asks for their consent where the campaign has several. */
export default function SavePeopleDialog({
  campaign: { id, name: proposed },
  onClose,
}: SavePeopleDialogProps) {
  const [name, setName] = useState(proposed);
  const [consent, setConsent] = useState<ConsentValues | null>(null);
  const [problem, setProblem] = useState<string>();
  const [isTried, setTried] = useState(false);
  const save = trpc.campaigns.saveAsList.useMutation(
    useNewList({
      textOf: ({ message }: CreateListOutput) => message,
      failure: 'The list could not be saved. Please try again.',
      onClose,
      onProblem(text, needsConsent) {
        setTried(false);
        setProblem(text);
        if (needsConsent) setConsent((entered) => entered ?? NO_CONSENT);
      },
    }),
  );
  const checked = listNameSchema.safeParse(name);
  const errors = consent === null ? {} : consentErrors(consent);
  return (
    <FormDialog
      size={consent === null ? 'sm' : 'lg'}
      title="Save these people as a list"
      description="With the consent that was given for them. You find the list under Contacts, for your next campaigns."
      className="flex flex-col gap-5"
      submitLabel="Save List"
      busyText="Saving..."
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        setProblem(undefined);
        if (!checked.success || Object.keys(errors).length > 0) return;
        save.mutate({ id, name: checked.data, ...(consent !== null && { consent: consentToSend(consent) }) });
      }}
    >
      <ListNameField
        value={name}
        error={problem ?? checked.error?.issues[0]?.message}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(undefined);
        }}
      />
      {consent !== null && (
        <ConsentFields values={consent} errors={isTried ? errors : {}} onChange={setConsent} />
      )}
    </FormDialog>
  );
}
