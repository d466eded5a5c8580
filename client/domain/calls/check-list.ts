import type { CallingHours, LeftOutReason } from '#shared/schemas/calling/calling.ts';
import { checkListOutput, type CheckListOutput } from '#shared/schemas/campaigns/check-list.ts';
import type { Split } from '#shared/schemas/campaigns/split.ts';
import { CHECK_LIST_PATH } from '#shared/paths.ts';
import { appendContacts, type ContactsFile } from '#client/domain/import-file/contacts-form.ts';
import { postForm } from '#client/app/post-form.ts';
import { proxyText } from '#client/app/proxy-answer.ts';
import { endsSession, reportSessionEnd } from '#client/app/session/session-end.ts';

interface CheckOptions {
  signal: AbortSignal;
  /** Receives the uploaded share of the file, 0 to 1. */
  onProgress: (share: number) => void;
}

/** When a campaign may call. */
interface Schedule {
  calling_hours: CallingHours;
  last_day?: string;
  max_calls?: number;
  /** The half of the list that it calls. */
  split?: Split;
}

/** Asks the server whom a campaign with this schedule would call. Rejects if the list could not be checked. */
export async function checkList(
  contacts: ContactsFile,
  { calling_hours: hours, last_day: lastDay, max_calls: maxCalls, split }: Schedule,
  options: CheckOptions,
): Promise<CheckListOutput> {
  const form = new FormData();
  form.set('calling_hours', JSON.stringify(hours));
  if (lastDay !== undefined) form.set('last_day', lastDay);
  if (maxCalls !== undefined) form.set('max_calls', String(maxCalls));
  if (split !== undefined) form.set('split', JSON.stringify(split));
  appendContacts(form, contacts);
  const { status, body } = await postForm(CHECK_LIST_PATH, form, options);
  if (endsSession({ httpStatus: status })) reportSessionEnd();
  if (status !== 200)
    throw new Error(proxyText({ status, body }) ?? `The check ended with status ${String(status)}`);
  return checkListOutput.parse(JSON.parse(body));
}

/** What a contact that is left out has in common with others, for people. */
export const REASON_TEXTS: Readonly<Record<LeftOutReason, string>> = {
  'do not call': 'On your do-not-call list',
  'called too often': 'Called too often lately',
  'no calling hours': 'Never within your calling hours',
  'other half': 'In the half that hears the other message',
  'over the maximum': 'Beyond the number that you send to',
};
