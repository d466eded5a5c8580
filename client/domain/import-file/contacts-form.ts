import type { ReadyImport } from './import-state.ts';

/** A contact file for the server, and how it is to be read. */
export interface ContactsFile {
  file: File;
  /** People without a last name are contacts, too. */
  lastNameOptional: boolean;
}

/** Returns what is sent of a file that was read. */
export function contactsFileOf({ sent, reading }: ReadyImport): ContactsFile {
  return { file: sent, lastNameOptional: reading.mapping?.lastNameOptional ?? false };
}

/** Adds contacts to a form: last, so that the server has all other fields before the contacts arrive. */
export function appendContacts(form: FormData, { file, lastNameOptional }: ContactsFile): void {
  if (lastNameOptional) form.set('last_name_optional', 'true');
  form.set('csv_file', file);
}
