import { dropMoment } from '#shared/drop-schedule.ts';
import { CREATE_CAMPAIGN_PATH } from '#shared/paths.ts';
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
 * Uploads the campaign with its original file, which the server validates again. Never rejects: errors are outcomes. Uses
 * XMLHttpRequest because `fetch` has no upload progress.
 */
export function publishCampaign({ form, file, key, onProgress }: PublishRequest): Promise<PublishOutcome> {
  return new Promise((resolve) => {
    try {
      const request = new XMLHttpRequest();
      request.open('POST', CREATE_CAMPAIGN_PATH);
      request.setRequestHeader('Idempotency-Key', key);
      request.setRequestHeader('Accept', 'application/json');
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        onProgress(total > 0 ? loaded / total : 1);
      });
      request.addEventListener('load', () => {
        const { status, statusText, responseText: body } = request;
        resolve(readResponse({ status, statusText, body }));
      });
      for (const event of ['error', 'abort', 'timeout'] as const) {
        request.addEventListener(event, () => {
          resolve(noResponseOutcome());
        });
      }
      request.send(campaignForm(form, file));
    } catch (error) {
      resolve(notSentOutcome(error));
    }
  });
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
