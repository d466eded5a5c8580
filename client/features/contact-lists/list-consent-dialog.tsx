import { useState } from 'react';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { ConsentFields } from '#client/domain/consent/consent-fields.tsx';
import { consentErrors, consentToSend, consentValues } from '#client/domain/consent/consent-values.ts';
import { Notice } from '#client/ui/display/notice.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Changes why the people on a list may be called. */
export default function ListConsentDialog({ list, onClose }: { list: ContactListView; onClose: () => void }) {
  const utils = trpc.useUtils();
  const [values, setValues] = useState(() => consentValues(list.consent));
  const [checked, setChecked] = useState(false);
  const errors = consentErrors(values);
  const save = trpc.contactLists.update.useMutation({
    async onSuccess() {
      toast.success('The consent of the list was changed.');
      await utils.contactLists.invalidate();
      onClose();
    },
  });
  return (
    <FormDialog
      size="lg"
      title="Consent of the list"
      description="For campaigns that are made from now on. Earlier campaigns keep the consent they were made with."
      submitLabel="Save Consent"
      busyText="Saving..."
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (Object.keys(errors).length === 0) save.mutate({ id: list.id, consent: consentToSend(values) });
      }}
    >
      <ConsentFields values={values} errors={checked ? errors : {}} onChange={setValues} />
      {save.isError && (
        <Notice tone="failed">
          {errorText(save.error, 'The consent could not be changed. Please try again.')}
        </Notice>
      )}
    </FormDialog>
  );
}
