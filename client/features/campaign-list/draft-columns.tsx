import { Trash2 } from 'lucide-react';
import { formatDateTime, formatNumber } from '#shared/formats.ts';
import type { ListedDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { paths } from '#client/app/routing/paths.ts';
import { NUMBERED_STEPS } from '#client/domain/draft/draft-steps.ts';
import { IconButton } from '#client/ui/controls/button.tsx';
import { SmartLink } from '#client/ui/controls/link.tsx';
import type { Column } from '#client/ui/display/data-table.tsx';

/** What the wizard calls its steps. */
const STEP_NAMES: Readonly<Record<string, string>> = {
  name: 'Name',
  upload: 'Contacts',
  message: 'Message',
  voice: 'Voice',
  schedule: 'Days and hours',
  review: 'Review',
};

/** Returns what a draft is called. */
export function draftName({ name }: Pick<ListedDraft, 'name'>): string {
  return name === '' ? 'Unnamed Campaign' : name;
}

/** Columns of the list of drafts. */
export function draftColumns(onDelete: (draft: ListedDraft) => void): Column<ListedDraft>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      role: 'title',
      cell: (draft) => (
        <div className="min-w-0">
          <p className="truncate font-medium" title={draftName(draft)}>
            <SmartLink href={paths.draft(draft.id)} data-row-link className="hover:underline">
              {draftName(draft)}
            </SmartLink>
          </p>
          {draft.replaces !== null && (
            <p className="truncate text-sm text-ink-3">Replaces “{draft.replaces}”</p>
          )}
        </div>
      ),
      className: 'as-table:max-w-80',
    },
    {
      key: 'step',
      header: 'Step',
      cell: ({ step, stepId }) => STEP_NAMES[stepId ?? ''] ?? STEP_NAMES[NUMBERED_STEPS[step - 1] ?? 'name'],
    },
    {
      key: 'contacts',
      header: 'Contacts',
      align: 'end',
      cell: ({ contacts }) => (contacts === null ? '–' : formatNumber(contacts)),
    },
    {
      key: 'saved',
      header: 'Saved (UTC)',
      cell: ({ savedAt }) => (
        <time dateTime={new Date(savedAt).toISOString()} className="whitespace-nowrap">
          {formatDateTime(savedAt)}
        </time>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      role: 'actions',
      cell: (draft) => (
        <IconButton
          icon={Trash2}
          label={`Delete ${draftName(draft)}`}
          onClick={() => {
            onDelete(draft);
          }}
        />
      ),
    },
  ];
}
