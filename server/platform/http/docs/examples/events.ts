import { CAMPAIGN, CAMPAIGN_ID, CONTACT, EVIDENCE, LIST, PHONE, STARTED, VOICE } from './samples.ts';

const CALL = { ...CONTACT, phone_number: PHONE, recommended_phone: PHONE, date: STARTED, call: EVIDENCE };
const CALLS = { campaign_id: CAMPAIGN_ID, campaign_name: 'Spring check-up' };
const FINISHED = {
  ...CAMPAIGN,
  status: 'Success',
  status_message: 'Success',
  started_at: STARTED,
  delivered: 1,
  pending: 0,
  held: 0,
  completed: true,
};

/** Examples of the data of events, by type. */
export const EVENT_EXAMPLES: Readonly<Record<string, unknown>> = {
  'campaign.started': { campaign: { ...CAMPAIGN, status: 'Sending', started_at: STARTED } },
  'campaign.paused': { campaign: { ...CAMPAIGN, status: 'Paused', started_at: STARTED } },
  'campaign.resumed': { campaign: { ...CAMPAIGN, status: 'Sending', started_at: STARTED } },
  'campaign.finished': { campaign: FINISHED },
  'call.delivered': { ...CALLS, calls: [{ ...CALL, status: 'success', reason: null, reason_code: null }] },
  'call.failed': {
    ...CALLS,
    calls: [{ ...CALL, status: 'failed', reason: 'Mailbox full', reason_code: '4002' }],
  },
  'credits.low': { balance: 950, held: 50, threshold: 1_000 },
  'suppression.added': {
    suppressions: [
      { phone: PHONE, source: 'stop page', campaign_name: null, reason: null, added_at: STARTED },
    ],
  },
  'suppression.removed': {
    suppressions: [
      {
        phone: PHONE,
        source: 'added',
        campaign_name: null,
        reason: null,
        added_at: STARTED,
        removed_at: STARTED,
      },
    ],
  },
  'voice.ready': { voice: VOICE },
  'voice.failed': { voice: { ...VOICE, status: 'failed', status_message: 'The recording is silent.' } },
  'list.ready': { list: LIST },
  'webhook.test': { message: 'This is a test of your endpoint.' },
};
