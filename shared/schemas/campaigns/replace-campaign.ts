import { z } from 'zod';
import { campaignDraftInput, campaignRef, createCampaignOutput } from './campaigns.ts';
import { contactsOrList } from './create-campaign.ts';

/** A half of a list stays that half. */
const { split: _split, ...fields } = campaignDraftInput.shape;
const draft = {
  ...fields,
  consent: campaignDraftInput.shape.consent.describe(
    'Why the people on the new list may be called; it does not count where the contacts stay',
  ),
  retry: campaignDraftInput.shape.retry.describe(
    'Retries that it makes by itself; null for none, and those of the campaign stay if it is missing',
  ),
};

/** All fields of a campaign as it is to be; `contacts` and `list_id` are missing where its contacts stay. */
export const replaceCampaignFields = z.strictObject(draft);
export const replaceCampaignInput = campaignRef
  .extend({
    ...draft,
    contacts: contactsOrList.describe(
      'Other contacts; in place of them send `list_id`, or a file in `csv_file` of a multipart form. Without any of them, those of the campaign stay',
    ),
  })
  .strict();

/** The campaign after its replacement, and the difference of credits. */
export const replaceCampaignOutput = createCampaignOutput.extend({
  contacts_kept: z.boolean().describe('Whether the contacts are those from before'),
  credits_held: z.int().describe('Credits that were held in addition'),
  credits_released: z.int().describe('Credits that were released, as fewer people are called'),
});
