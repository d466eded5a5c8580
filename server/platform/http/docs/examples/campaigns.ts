import { csvExample, type Examples } from './example.ts';
import {
  CAMPAIGN,
  CAMPAIGN_ID,
  CONSENT,
  CONSENT_INPUT,
  CONTACT,
  EVIDENCE,
  HOURS,
  MESSAGE,
  PHONE,
  STARTED,
  UID,
  VOICE_ID,
} from './samples.ts';

const DRAFT = {
  campaign_name: 'Spring check-up',
  message: MESSAGE,
  voice_id: VOICE_ID,
  drop_date: STARTED,
};
const ADDED = { success: true, added: 1, skipped: [], credit_cost: 50, balance: 19_900, warnings: [] };
const CONSENT_RECORD = {
  ...CONSENT,
  id: 'b6c1v0z2s4t6q8n2m4x7k3w9d5',
  campaign_id: CAMPAIGN_ID,
  by_default: false,
  statement_version: '1',
  statement: 'I confirm that these people may be called.',
  given_at: '2026-04-01T09:00:00.000Z',
  network: '198.51.100.7',
  via_api_key: true,
  user_id: UID,
  contacts: 1,
  list_digest: '9f86d081884c7d659a2feaa0c55ad015',
};

/** Examples of campaigns and their contacts. */
export const CAMPAIGN_EXAMPLES: Examples = {
  'campaigns.list': { response: { success: true, campaigns: [CAMPAIGN], next: null } },
  'campaigns.get': {
    response: {
      success: true,
      campaign: { ...CAMPAIGN, consents: [CONSENT_RECORD], list_id: null, split: null },
    },
  },
  'campaigns.consent': {
    response: csvExample({
      Basis: 'Written consent',
      'Own words': '',
      'Obtained on': '2026-01-15',
      Where: 'Sign-up form at the front desk',
      'Default of the account': 'No',
      'Given at (UTC)': '04-01-2026 09:00 AM',
      'Given from': '192.0.2.10',
      'API key': 'Yes',
      User: UID,
      'Contacts added': '1',
      'Digest of the list': 'f8c3bf28b237f3d2b8d0ec3a0f1c1c9cf2b5d3a7e3a4c2f5d1b6a7c8d9e0f1a2',
      'Statement version': '2026-11-23',
      Statement:
        'Everybody on this list agreed to receive calls with a recorded or artificial voice from this business, or may be called for the purpose given, and nobody on it has asked since not to be called.',
    }),
  },
  'campaigns.status': {
    response: { success: true, status: 'Sending', total: 1, delivered: 0, failed: 0, pending: 1 },
  },
  'campaigns.update': {
    request: { message: MESSAGE, calling_hours: HOURS },
    response: { success: true, campaign: CAMPAIGN, warnings: [] },
  },
  'campaigns.delete': {
    response: {
      success: true,
      message: 'Campaign Spring check-up deleted',
      released_credits: 50,
      held_credits: 0,
      balance: 20_000,
    },
  },
  'campaigns.pause': { response: { success: true, status: 'Paused' } },
  'campaigns.resume': { response: { success: true, status: 'Sending' } },
  'campaigns.execute': { request: { force: true }, response: { success: true, status: 'Sending' } },
  'campaigns.setRetries': {
    request: { retry: { after_days: 1, times: 2 } },
    response: { success: true },
  },
  'campaigns.retry': {
    request: { reasons: ['4005', '4006'] },
    response: { success: true, status: 'Sending', retried: 1, credit_cost: 50 },
  },
  'campaigns.create': {
    request: { ...DRAFT, expected_cost: 50, consent: CONSENT_INPUT, contacts: [CONTACT] },
    form: DRAFT,
    response: {
      success: true,
      campaign: CAMPAIGN,
      skipped: [],
      credit_cost: 50,
      balance: 19_950,
      warnings: [],
    },
  },
  'campaigns.replace': {
    request: { ...DRAFT, consent: CONSENT_INPUT, contacts: [CONTACT] },
    form: DRAFT,
    response: {
      success: true,
      campaign: CAMPAIGN,
      skipped: [],
      credit_cost: 50,
      balance: 19_950,
      warnings: [],
      contacts_kept: false,
      credits_held: 0,
      credits_released: 100,
    },
  },
  'campaigns.checkList': {
    request: { message: MESSAGE, contacts: [CONTACT] },
    form: { message: MESSAGE },
    response: {
      success: true,
      contacts: 1,
      classes: [{ window: 'America/New_York|DC', count: 1 }],
      skipped: [],
      left_out: [],
      left_out_total: 0,
      warnings: [],
    },
  },
  'campaigns.contacts': {
    request: { page: 1, page_size: 50 },
    response: {
      success: true,
      contacts: [
        {
          ...CONTACT,
          phone_number: PHONE,
          recommended_phone: PHONE,
          status: 'success',
          reason: null,
          reason_code: null,
          date: STARTED,
          call: EVIDENCE,
        },
      ],
      total: 1,
      next: null,
      contacts_erased_after_days: null,
    },
  },
  'campaigns.leftOut': {
    response: csvExample({
      Line: '2',
      'Phone Number': '12025550144',
      Name: 'Jo Park',
      Reason: 'do not call',
    }),
  },
  'campaigns.evidence': {
    response: csvExample({
      'Phone Number': PHONE,
      'First Name': 'Maria',
      'Last Name': 'Lopez',
      'Claimed at (UTC)': STARTED,
      'Local time': '2026-04-02 11:00',
      'Time zone': 'America/New_York',
      'Hours applied': '09:00-20:00',
      'Rules applied': 'Hark default',
      'Outside hours': 'no',
      Consent: 'Written consent (Sign-up form at the front desk, 2026-01-15)',
      'Message check version': '7',
      'On the do-not-call list now': 'no',
      Status: 'success',
      'Carrier said': '',
      'Reason Code': '',
    }),
  },
  'campaigns.addContacts': {
    request: { consent: CONSENT_INPUT, contacts: [CONTACT] },
    form: {},
    response: ADDED,
  },
  'campaigns.addContact': { request: { campaign_name: 'Spring check-up', ...CONTACT }, response: ADDED },
};
