import { createListOutput, type CreateListOutput } from '#shared/schemas/contact-lists.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import type { LineError } from '#shared/error-codes.ts';
import { CONTACT_LISTS_PATH } from '#shared/paths.ts';
import { appendContacts, type ContactsFile } from '#client/domain/import-file/contacts-form.ts';
import { postForm } from '#client/app/post-form.ts';
import { proxyText } from '#client/app/proxy-answer.ts';
import { endsSession, reportSessionEnd } from '#client/app/session/session-end.ts';

/** A list to save. */
export interface ListUpload {
  name: string;
  contacts: ContactsFile;
  /** Missing: the consent of the calling profile. */
  consent: Consent | null;
  /** The idempotency key: requests with the same key save at most one list. */
  key: string;
  /** Receives the uploaded share of the file, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Why a list was not saved, with the invalid lines of the file. */
export class ListRefused extends Error {
  readonly errors: readonly LineError[];

  constructor(text: string, errors: readonly LineError[] = []) {
    super(text);
    this.errors = errors;
  }
}

const FAILED = 'The list could not be saved. Please try again.';

/** Saves a file as a contact list. Throws `ListRefused` with a text for people. */
export async function uploadList({
  name,
  contacts,
  consent,
  key,
  onProgress,
}: ListUpload): Promise<CreateListOutput> {
  const form = new FormData();
  form.set('name', name);
  if (consent !== null) form.set('consent', JSON.stringify(consent));
  appendContacts(form, contacts);
  const headers = { 'Idempotency-Key': key, Accept: 'application/json' };
  const { status, body } = await postForm(CONTACT_LISTS_PATH, form, { headers, onProgress }).catch(() => {
    throw new ListRefused(FAILED);
  });
  if (endsSession({ httpStatus: status })) reportSessionEnd();
  const parsed = parse(body);
  const saved = createListOutput.safeParse(parsed);
  if (saved.success) return saved.data;
  const { message, errors } = refusalOf(parsed);
  throw new ListRefused(
    proxyText({ status, body }) ?? (status < 500 && message !== '' ? message : FAILED),
    errors,
  );
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function refusalOf(body: unknown): { message: string; errors: LineError[] } {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown };
  return {
    message: typeof message === 'string' ? message : '',
    errors: Array.isArray(errors) ? (errors as LineError[]) : [],
  };
}
