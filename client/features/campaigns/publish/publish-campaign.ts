import { dropMoment } from '#shared/drop-schedule.ts';
import { CREATE_CAMPAIGN_PATH, REPLACE_CAMPAIGN_PATH } from '#shared/paths.ts';
import type { Split } from '#shared/schemas/campaigns/split.ts';
import { appendContacts, type ContactsFile } from '#client/domain/import-file/contacts-form.ts';
import { NoResponse, postForm, type RawResponse } from '#client/app/post-form.ts';
import { consentToSend } from '#client/domain/consent/consent-values.ts';
import { noResponseOutcome, notSentOutcome, readResponse, type PublishOutcome } from './publish-outcome.ts';
import type { ReplacedCampaign, WizardForm } from '#client/features/campaigns/wizard/wizard-form.ts';

/** Who is called: a file, a saved list, or the people of the replaced campaign. */
export type PublishedContacts = ContactsFile | { list_id?: string };

export interface PublishRequest {
  form: WizardForm;
  /** The campaign that it replaces; null: it is a new one. */
  replaces: ReplacedCampaign | null;
  /** The file with the contacts, or a saved list; without either, those of the replaced campaign stay. */
  contacts: PublishedContacts;
  /** The half of the list that it calls; undefined: all of it. */
  split?: Split;
  /** The idempotency key: requests with the same key create at most one campaign. */
  key: string;
  /** Receives the uploaded share of the file, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads the campaign with its original file, which the server validates again. Never rejects: errors are outcomes.
 */
export async function publishCampaign({
  form,
  replaces,
  contacts,
  split,
  key,
  onProgress,
}: PublishRequest): Promise<PublishOutcome> {
  try {
    const headers = { 'Idempotency-Key': key, Accept: 'application/json' };
    const path =
      replaces === null
        ? CREATE_CAMPAIGN_PATH
        : REPLACE_CAMPAIGN_PATH.replace('{id}', () => encodeURIComponent(replaces.id));
    // A replacement that names no retries keeps those of the campaign.
    const fields = {
      ...campaignFields(form),
      ...((form.retry ?? replaces) && { retry: form.retry }),
      ...(split !== undefined && { split }),
    };
    return readResponse(
      'file' in contacts
        ? await postForm(path, campaignForm(fields, contacts), { headers, onProgress })
        : await postFields(path, { ...fields, ...contacts }, headers),
      replaces,
    );
  } catch (error) {
    return error instanceof NoResponse ? noResponseOutcome() : notSentOutcome(error);
  }
}

/** Posts a campaign without a file. Rejects with `NoResponse` if there is no response. */
async function postFields(
  path: string,
  fields: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<RawResponse> {
  const request = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  };
  const response = await fetch(path, request).catch(() => {
    throw new NoResponse('The request ended without a response');
  });
  const { status, statusText } = response;
  return { status, statusText, body: await response.text() };
}

/** Returns the fields of the request without its contacts. */
function campaignFields(form: WizardForm): Record<string, unknown> {
  return {
    campaign_name: form.name.trim(),
    description: form.description.trim(),
    campaign_type: 'voicemail',
    ...(form.startDate !== null && { drop_date: dropMoment(form.startDate, form.campaignTime) }),
    ...(form.endDate !== null && { last_day: form.endDate }),
    ...(form.maxCalls !== null && { max_calls: form.maxCalls }),
    message: form.message.trim(),
    voice_id: form.voiceId ?? '',
    ...(form.callsPerMinute !== null && { drops_per_minute: form.callsPerMinute }),
    message_overrides: form.messageOverrides,
    calling_hours: form.callingHours,
    ...(form.consent !== null && { consent: consentToSend(form.consent) }),
  };
}

/** Returns the form data of the request, with the file instead of a list of contacts. */
function campaignForm(fields: Record<string, unknown>, contacts: ContactsFile): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields))
    data.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  appendContacts(data, contacts);
  return data;
}
