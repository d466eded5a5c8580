import { ChosenFile } from '../contact-file/chosen-file.tsx';
import { ColumnList } from '../contact-file/column-list.tsx';
import { DownloadSample } from '../contact-file/download-sample.tsx';
import { DropZone } from '../contact-file/drop-zone.tsx';
import { StepHeading } from '../wizard/step-heading.tsx';
import type { StepProps } from '../wizard/wizard-state.ts';

/** Step 2: the contact list. */
export function UploadStep({ state, dispatch }: StepProps) {
  const { upload, form } = state;
  return (
    <>
      <StepHeading title="Upload your contact list" text="A CSV file with one line for each person." />
      <div className="flex flex-col gap-5">
        <DropZone
          actions={
            <DownloadSample campaignName={form.name} variant="ghost">
              Download Sample CSV
            </DownloadSample>
          }
          onFile={(file) => {
            dispatch({ type: 'fileChosen', file });
          }}
          onWrongFile={() => {
            dispatch({
              type: 'modalOpened',
              modal: { kind: 'field', message: 'Please upload a valid CSV file' },
            });
          }}
        />
        <ChosenFile upload={upload} dispatch={dispatch} />
        <ColumnList columns={upload.status === 'ready' ? upload.summary.columns : null} />
      </div>
    </>
  );
}
