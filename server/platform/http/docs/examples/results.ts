import { csvExample, type Examples } from './example.ts';
import { CAMPAIGN_ID, EVIDENCE, MESSAGE, PHONE, STARTED } from './samples.ts';

const PERSON = {
  phone_number: PHONE,
  first_name: 'Maria',
  last_name: 'Lopez',
  email: 'maria@example.com',
  company_name: '',
};
const NO_MESSAGES = { telnyx_total_messages: 0, telnyx_successful_messages: 0, telnyx_failed_messages: 0 };

/** Examples of what became of calls and credits. */
export const RESULT_EXAMPLES: Examples = {
  'analytics.aggregates': {
    request: { timeframe: '7d' },
    response: {
      '2026-04-01': { dropcowboy_total_calls: 0, call_sent_rate: 0 },
      '2026-04-02': { dropcowboy_total_calls: 1, call_sent_rate: 100 },
    },
  },
  'analytics.campaigns': {
    request: { status: 'Success' },
    response: [
      {
        id: CAMPAIGN_ID,
        campaign_name: 'Spring check-up',
        drop_date: STARTED,
        started_at: STARTED,
        dropcowboy_success_calls: 1,
        dropcowboy_failed_calls: 0,
        dropcowboy_pending_calls: 0,
        dropcowboy_total_calls: 1,
        ...NO_MESSAGES,
        telnyx_success_rate: 0,
        campaign_status: 'Success',
      },
    ],
  },
  'analytics.downloadCampaigns': {
    response: csvExample({
      'Campaign Name': 'Spring check-up',
      'Time (UTC)': '04-02-2026 03:00 PM',
      Made: '1',
      Delivered: '1',
      Failed: '0',
      Pending: '0',
      'Delivery Rate (%)': '100',
      'Credits Charged': '50',
      Status: 'Success',
    }),
  },
  'analytics.campaign': {
    response: {
      dropcowboy_total_calls_sent: 1,
      dropcowboy_success_calls: 1,
      dropcowboy_failed_calls: 0,
      dropcowboy_call_sent_rate: 100,
      ...NO_MESSAGES,
      telnyx_message_sent_rate: 0,
    },
  },
  'analytics.reasons': {
    response: { reasons: [{ code: '4002', meaning: 'Mailbox full', retry: 'if_named' }] },
  },
  'analytics.details': {
    request: { status: 'success', page_size: 100 },
    response: [
      {
        campaign_name: 'Spring check-up',
        total: 1,
        matching: 1,
        matching_exact: true,
        call_details: [
          {
            number: 1,
            ...PERSON,
            status: 'success',
            reason: null,
            reason_code: null,
            date: STARTED,
            call: EVIDENCE,
          },
        ],
        next: null,
        contacts_erased_after_days: null,
      },
    ],
  },
  'analytics.singleCall': {
    response: {
      campaign_name: 'Spring check-up',
      call: {
        number: 1,
        position: 1,
        ...PERSON,
        status: 'success',
        attempts: [
          {
            run: 1,
            status: 'success',
            call: EVIDENCE,
            ended_at: STARTED,
            reason: null,
            reason_code: null,
            carrier_code: '0',
          },
        ],
        credits: { least: 50, most: 50 },
        message: MESSAGE.replace('{first_name}', 'Maria'),
        voice_title: 'Ana',
      },
      contacts_erased_after_days: null,
    },
  },
  'analytics.download': {
    response: csvExample({
      'Phone Number': PHONE,
      Name: 'Maria Lopez',
      Email: 'maria@example.com',
      Company: '',
      'Voicemail Status': 'failed',
      'Date (UTC)': '04-02-2026 03:00 PM',
      Reason: 'Mailbox full',
      'Reason Code': '4002',
    }),
  },
  'credits.balance': { response: { balance: 19_950, held: 50 } },
  'credits.download': {
    response: csvExample({
      No: '1',
      'Date (UTC)': '04-01-2026 09:00 AM',
      Type: 'grant',
      Campaign: '',
      Calls: '',
      Credits: '20000',
      Balance: '20000',
      'On hold': '0',
      Owed: '0',
      Note: '',
    }),
  },
};
