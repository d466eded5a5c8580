import { useReducer, useState } from 'react';
import { consentStatement } from '#shared/calling/consent-basis.ts';
import { listNameSchema } from '#shared/schemas/contact-lists.ts';
import { trpc } from '#client/app/trpc.ts';
import { contactsFileOf } from '#client/domain/import-file/contacts-form.ts';
import { DownloadSample } from '#client/domain/import-file/download-sample.tsx';
import { ImportFile } from '#client/domain/import-file/import-file.tsx';
import { ImportModals } from '#client/domain/import-file/import-modals.tsx';
import { importReducer, NO_IMPORT, type FileImport } from '#client/domain/import-file/import-state.ts';
import { useImportFile } from '#client/domain/import-file/use-import-file.ts';
import { ConsentFields } from '#client/domain/consent/consent-fields.tsx';
import {
  consentErrors,
  consentToSend,
  consentValues,
  type ConsentValues,
} from '#client/domain/consent/consent-values.ts';
import { Progress } from '#client/ui/display/progress.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { LineErrors } from '#client/domain/lists/line-errors.tsx';
import { useUploadList } from '#client/domain/lists/use-upload-list.ts';
import { ListNameField, listNameOf } from '#client/domain/lists/list-name-field.tsx';

/** Saves a CSV file as a contact list: imported as in the wizard, with its columns matched and wrong rows left out. */
export default function UploadListDialog({ onClose }: { onClose: () => void }) {
  const { data: profile } = trpc.calling.profile.useQuery();
  const [{ upload, modal, isMatching }, dispatch] = useReducer(importReducer, NO_IMPORT);
  const [entered, setEntered] = useState<{ name?: string; consent?: ConsentValues }>({});
  const [isTried, setTried] = useState(false);
  const { save, busy, share, problem } = useUploadList(onClose);
  useImportFile(upload, dispatch);
  const chosen = upload.status === 'none' ? null : upload.file;
  const name = entered.name ?? (chosen === null ? '' : listNameOf(chosen));
  const consent = entered.consent ?? consentValues(profile?.default_consent ?? null);
  const nameCheck = listNameSchema.safeParse(name);
  const errors = consentErrors(consent);

  const submit = () => {
    setTried(true);
    if (upload.status !== 'ready' || !nameCheck.success || Object.keys(errors).length > 0) return;
    const contacts = contactsFileOf(upload);
    save({ name: nameCheck.data, contacts, consent: consentToSend(consent) });
  };
  return (
    <FormDialog
      size="lg"
      title="Upload a contact list"
      description="A CSV file with one line per person. It is saved once, and every campaign can use it."
      className="flex flex-col gap-5"
      submitLabel="Save List"
      busyText="Saving..."
      busy={busy}
      unsaved={chosen !== null}
      onClose={onClose}
      onSubmit={submit}
    >
      <ImportFile
        upload={upload}
        isMatching={isMatching}
        dispatch={dispatch}
        actions={
          <DownloadSample campaignName={name} variant="ghost">
            Download Sample
          </DownloadSample>
        }
      />
      {isTried && upload.status !== 'ready' && (
        <p role="status" className="text-sm text-failed">
          {missingFile(upload)}
        </p>
      )}
      <ListNameField
        value={name}
        error={isTried ? nameCheck.error?.issues[0]?.message : undefined}
        onChange={({ target }) => {
          setEntered({ ...entered, name: target.value });
        }}
      />
      <ConsentFields
        values={consent}
        errors={isTried ? errors : {}}
        onChange={(changed) => {
          setEntered({ ...entered, consent: changed });
        }}
      />
      <p className="text-sm text-ink-3">By saving you confirm: {consentStatement()}</p>
      {busy && <Progress label="Uploading the list" value={share} max={1} />}
      {problem !== null && <LineErrors {...problem} />}
      {modal !== null && (
        <ImportModals
          modal={modal}
          fileName={chosen?.name ?? 'the file'}
          sampleName={name}
          dispatch={dispatch}
        />
      )}
    </FormDialog>
  );
}

/** Returns why there are no contacts to save yet. */
function missingFile({ status }: FileImport): string {
  if (status === 'none') return 'Please choose a CSV file';
  return status === 'reading' ? 'The file is still being checked' : 'This file cannot be used yet';
}
