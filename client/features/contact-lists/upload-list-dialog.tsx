import { FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { consentStatement } from '#shared/calling/consent-basis.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import { listNameSchema } from '#shared/schemas/contact-lists.ts';
import { trpc } from '#client/app/trpc.ts';
import { ConsentFields } from '#client/features/campaigns/calling/consent-fields.tsx';
import {
  consentErrors,
  consentToSend,
  consentValues,
  type ConsentValues,
} from '#client/features/campaigns/calling/consent-values.ts';
import { DownloadSample } from '#client/domain/import-file/download-sample.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { LineErrors } from './line-errors.tsx';
import { useUploadList } from './use-upload-list.ts';
import { ListNameField, listNameOf } from './list-name-field.tsx';

/** Saves a CSV file as a contact list. */
export default function UploadListDialog({ onClose }: { onClose: () => void }) {
  const { data: profile } = trpc.calling.profile.useQuery();
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [entered, setEntered] = useState<ConsentValues | null>(null);
  const [isTried, setTried] = useState(false);
  const { save, busy, share, problem } = useUploadList(onClose);
  const consent = entered ?? consentValues(profile?.default_consent ?? null);
  const nameCheck = listNameSchema.safeParse(name);
  const errors = consentErrors(consent);

  const submit = () => {
    setTried(true);
    if (file === null || !nameCheck.success || Object.keys(errors).length > 0) return;
    save({ name: nameCheck.data, file, consent: consentToSend(consent) });
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
      onClose={onClose}
      onSubmit={submit}
    >
      <ListNameField
        name={name}
        error={isTried ? nameCheck.error?.issues[0]?.message : undefined}
        onName={setName}
      />
      <FileField
        file={file}
        isMissing={isTried && file === null}
        onFile={(chosen) => {
          setFile(chosen);
          if (name === '') setName(listNameOf(chosen));
        }}
      />
      <ConsentFields values={consent} errors={isTried ? errors : {}} onChange={setEntered} />
      <p className="text-sm text-ink-3">By saving you confirm: {consentStatement()}</p>
      {busy && <Progress label="Uploading the list" value={share} max={1} />}
      {problem !== null && <LineErrors {...problem} />}
    </FormDialog>
  );
}

interface FileFieldProps {
  file: File | null;
  isMissing: boolean;
  onFile: (file: File) => void;
}

function FileField({ file, isMissing, onFile }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2.5">
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label="Contact list (.csv)"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            if (chosen !== undefined) onFile(chosen);
            // Allows the user to choose the same file again after editing it.
            target.value = '';
          }}
        />
        <Button variant="secondary" icon={FileText} onClick={() => input.current?.click()}>
          {file === null ? 'Choose CSV File' : 'Choose Another File'}
        </Button>
        <DownloadSample campaignName="contacts" variant="ghost">
          Download Sample
        </DownloadSample>
      </div>
      <p role="status" className={isMissing ? 'text-sm text-failed' : 'text-sm text-ink-2'}>
        {file === null ? isMissing && 'Please choose a CSV file' : `${file.name}, ${formatBytes(file.size)}`}
      </p>
    </div>
  );
}
