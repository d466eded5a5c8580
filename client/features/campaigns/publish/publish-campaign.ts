import { dropMoment } from '#shared/drop-schedule.ts';
import { CREATE_CAMPAIGN_PATH } from '#shared/paths.ts';
import { NoResponse, postForm } from '#client/app/post-form.ts';
import { noResponseOutcome, notSentOutcome, readResponse, type PublishOutcome } from './publish-outcome.ts';
import type { WizardForm } from '#client/features/campaigns/wizard/wizard-state.ts';

export interface PublishRequest {
  form: WizardForm;
  file: File;
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
  file,
  key,
  onProgress,
}: PublishRequest): Promise<PublishOutcome> {
  try {
    const headers = { 'Idempotency-Key': key, Accept: 'application/json' };
    return readResponse(
      await postForm(CREATE_CAMPAIGN_PATH, campaignForm(form, file), { headers, onProgress }),
    );
  } catch (error) {
    return error instanceof NoResponse ? noResponseOutcome() : notSentOutcome(error);
  }
}

/** Returns the form data of the request, with the file instead of a list of contacts. */
export function campaignForm(form: WizardForm, file: File): FormData {
  const data = new FormData();
  data.set('campaign_name', form.name.trim());
  data.set('campaign_type', 'voicemail');
  if (form.startDate !== null) data.set('drop_date', dropMoment(form.startDate, form.campaignTime));
  data.set('message', form.message.trim());
  data.set('voice_id', form.voiceId ?? '');
  if (form.callsPerMinute !== null) data.set('drops_per_minute', String(form.callsPerMinute));
  // Last, so that the server has all other fields before the contacts arrive.
  data.set('csv_file', file);
  return data;
}
