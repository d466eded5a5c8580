import { Check } from 'lucide-react';
import { Suspense } from 'react';
import {
  CONTACT_COLUMNS,
  type ContactColumn,
  type ContactField,
} from '#shared/contacts/columns/contact-columns.ts';
import { DownloadSample } from '#client/domain/import-file/download-sample.tsx';
import { ImportFile } from '#client/domain/import-file/import-file.tsx';
import { hasListOfFirst } from '#client/features/campaigns/calling/second-half.ts';
import { fileOf, summaryOf, uploadName } from '#client/features/campaigns/contact-file/upload-summary.ts';
import { ListConsent } from './list-consent.tsx';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import type { StepProps } from '#client/features/campaigns/wizard/wizard-state.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { Skeleton } from '#client/ui/display/states.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';

const SavedListChoice = lazyWithPreload(() => import('./saved-list-choice.tsx'));

/** Step 2: the contact list. */
export function UploadStep({ state, dispatch }: StepProps) {
  const { upload, form, isMatching, first } = state;
  const isFixed = first !== null && hasListOfFirst(state);
  return (
    <>
      <StepHeading title="Upload your contact list" text="A CSV file with one line per person." />
      <div className="flex flex-col gap-5">
        {isFixed ? (
          <p className="text-ink-2">
            “{first.campaign.name}” calls half of {uploadName(upload)} with message 1, so message 2 goes to
            the other half. To call other people, begin a new campaign.
          </p>
        ) : (
          <>
            <ImportFile
              upload={fileOf(upload)}
              isMatching={isMatching}
              dispatch={dispatch}
              actions={
                <DownloadSample campaignName={form.name} variant="ghost">
                  Download Sample CSV
                </DownloadSample>
              }
            />
            <Suspense fallback={<Skeleton className="h-14 rounded-card" />}>
              <SavedListChoice state={state} dispatch={dispatch} />
            </Suspense>
          </>
        )}
        {upload.status !== 'kept' && (
          <>
            <ListConsent state={state} dispatch={dispatch} />
            <ColumnList columns={summaryOf(upload)?.columns ?? null} />
          </>
        )}
      </div>
    </>
  );
}

const HINTS: Partial<Record<ContactField, string>> = {
  id: 'Unique identifier',
  phone_number: 'E.164, for example +12345551234',
  recommended_phone: 'The number we dial: 1 and ten digits, for example 14085551234',
  state: '2 letters or the name: CA, California',
  country: '2 letters or the name: US, United States',
  email: 'Shown in the details of the campaign',
  company_name: 'Shown in the details of the campaign',
};

/** The columns of a contact file. `columns` marks those found in the chosen file; null without one. */
function ColumnList({ columns }: { columns: readonly ContactField[] | null }) {
  return (
    <section aria-labelledby="columns-title">
      <h2 id="columns-title" className="mb-2 text-md font-semibold">
        Columns
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {CONTACT_COLUMNS.map((column) => (
          <ColumnRow key={column.field} column={column} isFound={columns?.includes(column.field) ?? false} />
        ))}
      </ul>
    </section>
  );
}

function ColumnRow({ column, isFound }: { column: ContactColumn; isFound: boolean }) {
  const hint = HINTS[column.field];
  return (
    <li className="flex min-h-11 items-center gap-3 px-4 py-2">
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 max-sm:flex-col">
        <span className="min-w-36 font-medium">{column.header}</span>
        <span className="text-sm text-ink-3">{hint}</span>
      </span>
      {isFound && (
        <span className="text-accent">
          <Icon icon={Check} size={16} />
          <span className="sr-only">In your file</span>
        </span>
      )}
      {column.required ? (
        <StatusPill tone="delivered" dot={false}>
          Required
        </StatusPill>
      ) : (
        <span className="text-sm text-ink-3">Optional</span>
      )}
    </li>
  );
}
