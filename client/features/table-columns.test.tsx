import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { AnalyticsRow, CallDetail } from '#shared/schemas/analytics.ts';
import type { TransactionView } from '#shared/schemas/billing/billing.ts';
import type { CreditHistoryEntry } from '#shared/schemas/billing/credits.ts';
import type { SuppressionView } from '#shared/schemas/calling/suppressions.ts';
import type { CampaignView, ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { EvidenceRow } from '#shared/schemas/campaigns/evidence.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import type { Column } from '#client/ui/display/data-table.tsx';
import { ANALYTICS_COLUMNS } from './analytics/analytics-columns.tsx';
import { callColumns } from './analytics/details/call-columns.tsx';
import { EVIDENCE_COLUMNS } from './analytics/evidence-columns.tsx';
import { CREDIT_HISTORY_COLUMNS } from './billing/history/credit-history-columns.tsx';
import { TRANSACTION_COLUMNS } from './billing/history/transaction-columns.tsx';
import { contactColumns } from './contact-lists/contact-columns.tsx';
import { LIST_COLUMNS } from './contact-lists/list-columns.tsx';
import { campaignColumns } from '#client/domain/campaigns/campaign-columns.tsx';
import { suppressionColumns } from './suppressions/suppression-columns.tsx';

const AT = '2026-11-20T09:30:00.000Z';
const LATER = '2026-11-20T10:45:00.000Z';
const nothing = () => undefined;

/** Returns the text of each cell of a row by its header, in order; what can be done about it is left out. */
function cellsOf<Row>(columns: readonly Column<Row>[], fields: object): Record<string, string> {
  const row = fields as Row;
  const shown = columns.filter(({ role }) => role !== 'actions');
  return Object.fromEntries(
    shown.map(({ header, cell }) => {
      const html = renderToStaticMarkup(<Router ssrPath="/">{cell(row)}</Router>);
      return [header, html.replace(/<svg.*?<\/svg>|<[^>]*>/gs, '')];
    }),
  );
}

const CALL = {
  at: LATER,
  local_time: '2026-11-20 05:45',
  zone: 'America/New_York',
  hours: '09:00-20:00',
  rules: ['Hark default', 'Some rule'],
  outside_hours: true,
};
const CALLED = expect.stringMatching(/5:45.*New York|5:45.*Eastern/) as string;
const CONSENT = { basis: 'existing_customer', own_words: null, obtained_at: '2025-03-01', source: 'Form' };

test.each<[string, () => Record<string, string>, Record<string, string>]>([
  [
    'campaigns in analytics',
    () =>
      cellsOf<AnalyticsRow>(ANALYTICS_COLUMNS, {
        id: 'c1',
        campaign_name: 'Autumn',
        drop_date: AT,
        started_at: LATER,
        campaign_status: 'Sending',
        dropcowboy_success_calls: 1_000,
        dropcowboy_failed_calls: 20,
        dropcowboy_pending_calls: 3,
      }),
    {
      'Campaign Name': 'Autumn',
      Time: '11-20-2026 10:45 AM UTC',
      Made: '1,020',
      Failed: '20',
      Pending: '3',
      Status: 'Sending',
    },
  ],
  [
    'calls of a campaign',
    () =>
      cellsOf<CallDetail>(
        callColumns(() => '/'),
        {
          number: 1,
          phone_number: '12025550143',
          first_name: 'Ana',
          last_name: 'Lee',
          email: 'ana@x.com',
          company_name: 'Lee LLC',
          status: 'failed',
          reason: 'Busy',
          date: AT,
          call: CALL,
        },
      ),
    {
      'Phone Number': '+1 (202) 555-0143',
      Name: 'Ana Lee',
      Email: 'ana@x.com',
      Company: 'Lee LLC',
      'Voicemail Status': 'failedBusy',
      'Called, Local Time': CALLED,
      Date: '11-20-2026 09:30 AM',
    },
  ],
  [
    'the evidence of a campaign',
    () =>
      cellsOf<EvidenceRow>(EVIDENCE_COLUMNS, {
        phone_number: '12025550143',
        first_name: 'Ana',
        last_name: 'Lee',
        call: CALL,
        status: 'failed',
        reason: 'Busy',
        consents: [CONSENT, CONSENT],
        message_check: 7,
        do_not_call: true,
      }),
    {
      'Phone Number': '+1 (202) 555-0143',
      'Called, Local Time': CALLED,
      'Hours and Rules': '09:00-20:00Hark default, Some rule',
      Consent: 'Existing customerForm, 2025-03-01, or another list',
      'Message Check': 'Version 7',
      'Do Not Call': 'Listed now',
      'Carrier Said': 'Busy',
    },
  ],
  [
    'the credit history',
    () =>
      cellsOf<CreditHistoryEntry>(CREDIT_HISTORY_COLUMNS, {
        version: 5,
        type: 'hold',
        date: AT,
        credits: -450,
        calls: 9,
        campaign_id: 'c1',
        note: null,
        campaign_name: 'Autumn',
        balance: 19_550,
        held: 450,
        debt: 30,
      }),
    {
      'Date (UTC)': '11-20-2026 09:30 AM',
      What: 'On hold',
      For: 'Autumn · 9 calls',
      Credits: '−450',
      Balance: '19,55030 owed',
      'On hold': '450',
    },
  ],
  [
    'transactions',
    () =>
      cellsOf<TransactionView>(TRANSACTION_COLUMNS, {
        id: 'in_1',
        invoice_date: Date.parse(AT) / 1000,
        timestamp: 0,
        plan_name: 'Launch',
        status: 'disputed',
        amount: 200,
        amount_due: 200,
        currency: 'usd',
        receipt_url: null,
        receipt_file_url: null,
        reversals: [
          { id: 'r', kind: 'refund', timestamp: Date.parse(AT) / 1000, amount: 50, reversed_amount: 0 },
          { id: 'd', kind: 'dispute', timestamp: Date.parse(AT) / 1000, amount: 10, reversed_amount: 10 },
        ],
      }),
    {
      'Date (UTC)': '11-20-2026 09:30 AM',
      Plan: 'Launch',
      Status: 'DisputedRefund of $50 on 11-20-2026 failedDispute of $10 on 11-20-2026',
      Amount: '$200',
    },
  ],
  [
    'contacts of a list',
    () =>
      cellsOf<ContactInput>(contactColumns(nothing), {
        first_name: 'Ana',
        last_name: 'Lee',
        recommended_phone: '12025550143',
        city: 'Miami',
        state: 'FL',
      }),
    { Name: 'Ana Lee', 'Phone Number': '+1 (202) 555-0143', Place: 'Miami, FL' },
  ],
  [
    'saved lists',
    () =>
      cellsOf<ContactListView>(LIST_COLUMNS, {
        id: 'l1',
        name: 'Customers',
        size: 1_200,
        status: 'ready',
        consent: CONSENT,
        used_by: 3,
        created_at: AT,
      }),
    {
      Name: 'Customers',
      Contacts: '1,200',
      Consent: expect.stringContaining('Existing customer') as string,
      'Used by': '3 campaigns',
      'Created (UTC)': '11-20-2026 09:30 AM',
    },
  ],
  [
    'campaigns on the dashboard',
    () =>
      cellsOf<CampaignView>(campaignColumns(nothing), {
        id: 'c1',
        name: 'Autumn',
        voice_title: 'Ana’s voice',
        drop_date: AT,
        started_at: LATER,
        status: 'Paused',
        status_message: 'Paused by you',
        status_reason: 'No credits',
        next_calls: null,
        delivered: 6,
        total: 15,
      }),
    {
      Name: expect.stringMatching(/AutumnVoice: Ana’s voice$/) as string,
      'Start date (UTC)': '11-20-2026 10:45 AM',
      Delivered: '6 of 15',
      Status: expect.stringMatching(/^Paused.*No credits$/) as string,
    },
  ],
  [
    'the do-not-call list',
    () =>
      cellsOf<SuppressionView>(suppressionColumns(nothing), {
        phone: '12025550143',
        source: 'imported',
        reason: 'By mail',
        campaign_name: 'Autumn',
        added_at: AT,
      }),
    {
      'Phone Number': '+1 (202) 555-0143',
      Reason: 'ImportedBy mail',
      Campaign: 'Autumn',
      'Added (UTC)': '11-20-2026 09:30 AM',
    },
  ],
])('the table of %s shows under each header what it names', (_, cells, expected) => {
  const shown = cells();
  expect(shown).toEqual(expected);
  expect(Object.keys(shown)).toEqual(Object.keys(expected));
});
