import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import type { ChosenList, Upload } from '#client/features/campaigns/wizard/wizard-form.ts';
import type { FileImport } from '#client/domain/import-file/import-state.ts';
import type { ContactFileSummary } from '#client/domain/import-file/file-summary.ts';

/** Returns the file of an upload; none where something else is in its place. */
export function fileOf(upload: Upload): FileImport {
  return upload.status === 'list' || upload.status === 'kept' ? { status: 'none' } : upload;
}

/** Returns what is known of the contacts: of a valid file, a saved list, or a replaced campaign; null before. */
export function summaryOf(upload: Upload): ContactFileSummary | null {
  if (upload.status === 'ready') return upload.summary;
  if (upload.status === 'kept')
    return summaryOfList({ size: upload.campaign.contacts, columns: ALL_FIELDS, own_columns: [] });
  return upload.status === 'list' ? summaryOfList(upload.list) : null;
}

const ALL_FIELDS = CONTACT_COLUMNS.map(({ field }) => field);

/** A column that nobody on a saved list has is empty for all; of the others the cells are not known. */
function summaryOfList({
  size,
  columns,
  own_columns: own,
}: Pick<ChosenList, 'size' | 'columns' | 'own_columns'>): ContactFileSummary {
  const fields = ALL_FIELDS.filter((field) => columns.includes(field));
  return {
    contacts: size,
    columns: fields,
    otherColumns: [],
    empty: null,
    own: own.map((name) => ({ name, header: name, empty: null })),
    warnings: [],
    longest: new Int32Array(CONTACT_COLUMNS.length + own.length),
  };
}

/** Returns how many contacts there are; null until that is known. */
export function contactCount(upload: Upload): number | null {
  return summaryOf(upload)?.contacts ?? null;
}

/** Returns the name of the file or saved list, or whose people are called. */
export function uploadName(upload: Upload): string {
  if (upload.status === 'none') return 'the file';
  if (upload.status === 'kept') return `The people of “${upload.campaign.name}”`;
  return upload.status === 'list' ? upload.list.name : upload.file.name;
}
