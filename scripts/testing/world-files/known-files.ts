/** Where a file of the world stands in this repository, and the tests that use it. */
export interface KnownFile {
  /** Its copy, byte for byte; null for steps that a test takes, and for what stands around a file. */
  copy: string | null;
  /** The first of them has the name of the copy, or of the table that has it. */
  tests: readonly string[];
}

const LISTS = 'scripts/testing/world-files/world-lists.int.test.ts';
const REQUESTS = 'scripts/testing/world-files/world-requests.int.test.ts';
const RULES = 'server/features/calling/rules-of-2026.test.ts';
const FOREIGN = 'server/features/drops/reports/foreign-reports.int.test.ts';
const STRIPE = 'server/providers/payments/stripe-world.test.ts';
const RETRIES = 'server/features/webhooks/retries.int.test.ts';
const SPEECH = 'server/providers/speech/elevenlabs-speech.int.test.ts';
const PROXY = 'client/app/proxy-answer.test.ts';
const VENDORS = 'shared/fixtures/world/vendors';

const inTable = (file: string, ...more: string[]): KnownFile => ({
  copy: `shared/fixtures/${file}`,
  tests: [LISTS, ...more],
});
const request = (file: string, ...more: string[]): KnownFile => ({
  copy: `shared/fixtures/world/requests/${file}`,
  tests: [REQUESTS, ...more],
});
const ofVendor = (file: string, ...tests: string[]): KnownFile => ({ copy: `${VENDORS}/${file}`, tests });
const ofCarrier = (file: string, ...tests: string[]): KnownFile => ({
  copy: `server/features/drops/reports/fixtures/${file}`,
  tests,
});
const steps = (...tests: string[]): KnownFile => ({ copy: null, tests });

/** The files that came from the world, by their names there. */
export const KNOWN_FILES: Readonly<Record<string, KnownFile>> = {
  '01-float-dnc.csv': inTable('world/01-float-dnc.csv'),
  '01-float-listed.csv': inTable('world/01-float-listed.csv'),
  '01-float-phones.csv': inTable('world/01-float-phones.csv'),
  '02-message.txt': request('02-message.txt'),
  '02-unquoted-comma.csv': inTable('contacts-unquoted-comma.csv', REQUESTS),
  '03-mac-roman-cr.csv': inTable('encodings/mac-roman-cr.csv'),
  '03-mac-roman-crlf.csv': inTable('encodings/mac-roman-crlf.csv'),
  '04-replacement-character.csv': inTable('encodings/utf8-fffd.csv'),
  '04-replacement-dnc.csv': inTable('world/04-replacement-dnc.csv'),
  '05-google-contacts-old.csv': inTable('world/05-google-contacts-old.csv'),
  '05-google-contacts.csv': inTable('world/05-google-contacts.csv'),
  '06-state-in-words.csv': inTable('world/06-state-in-words.csv'),
  '07-hidden-characters.csv': inTable('world/07-hidden-characters.csv'),
  '07-hidden-dnc.txt': inTable('world/07-hidden-dnc.txt'),
  '08a-registry-flat.txt': inTable('world/08a-registry-flat.txt'),
  '08b-crm-optouts.csv': inTable('world/08b-crm-optouts.csv'),
  'cp1250.csv': inTable('encodings/windows-1250.csv'),
  'cp1251.csv': inTable('encodings/windows-1251.csv'),
  'gbk.csv': inTable('encodings/gbk.csv'),
  'macroman-upper.csv': inTable('encodings/mac-roman-capitals.csv'),
  'mobile-phone-number.csv': inTable('world/mobile-phone-number.csv'),
  'mojibake.csv': inTable('encodings/mojibake.csv'),
  'r1-meta-lead-ads.csv': inTable('world/r1-meta-lead-ads.csv'),
  'r2-title-rows.csv': inTable('world/r2-title-rows.csv'),
  'r3-no-last-name.csv': inTable('world/r3-no-last-name.csv'),
  'r4-checkbox-rows.csv': inTable('world/r4-checkbox-rows.csv'),
  'r6-bad-area-codes.csv': inTable('world/r6-bad-area-codes.csv'),
  'sjis.csv': inTable('encodings/shift-jis.csv'),
  'utf16-fffd.csv': inTable('encodings/utf16-fffd.csv'),
  'utf8-fffd-unused.csv': inTable('encodings/utf8-fffd-unused.csv'),
  'zoho-asst-phone.csv': inTable('world/zoho-asst-phone.csv'),
  '21-area-code-483.csv': inTable('world/21-area-code-483.csv', RULES),
  '22-oregon.csv': inTable('world/22-oregon.csv', RULES),

  '17-null-cells.json': request('17-null-cells.json'),
  '18a-misspelt-drop-date.json': request('18a-misspelt-drop-date.json'),
  '18b-misspelt-hours.json': request('18b-misspelt-hours.json'),
  '18c-hours-inside.json': request('18c-hours-inside.json'),
  '22-campaign.json': request('22-campaign.json'),

  '09-requests.http': ofVendor('09-requests.http', STRIPE),
  '09-subscription-updated.json': ofVendor(
    '09-subscription-updated.json',
    STRIPE,
    'server/features/billing/subscriptions/portal-cancellation.int.test.ts',
  ),
  '10-requests.http': ofVendor('10-requests.http', STRIPE),
  '11-invoice-paid-zero.json': ofVendor(
    '11-invoice-paid-zero.json',
    STRIPE,
    'server/features/billing/invoices/granting-invoices.int.test.ts',
  ),
  '12-api-status.json': ofCarrier('api-status.json', FOREIGN),
  '12-dashboard-status.json': ofCarrier('dashboard-status.json', FOREIGN),
  '12-sequence.txt': steps(FOREIGN),
  '13-account-level-codes.json': ofCarrier(
    'account-codes.json',
    'server/features/drops/carrier-faults.int.test.ts',
  ),
  '14-do-not-resend-codes.json': ofCarrier(
    'codes-not-to-send-again.json',
    'server/features/campaigns/lifecycle/retry-quote.int.test.ts',
  ),
  '15-receiver-410.http': ofVendor('15-receiver-410.http', RETRIES),
  '16-receiver-429.http': ofVendor('16-receiver-429.http', RETRIES),
  '19-needs-verification.json': ofVendor('19-needs-verification.json', SPEECH),
  '19-voice-limit.json': ofVendor('19-voice-limit.json', SPEECH),
  '20-steps.md': steps('client/e2e/voices/voice-recording.spec.ts'),
  '23-smtp-transcript.txt': ofVendor(
    '23-smtp-transcript.txt',
    'server/providers/mail/smtp-refusals.test.ts',
    'server/platform/mail-queue/mail-queue.int.test.ts',
  ),
  '24-make-large-list.py': steps(PROXY),
  '24-nginx.conf': steps(PROXY),
  '24-response-413.http': ofVendor('24-response-413.http', PROXY),
  '25-steps.md': steps('client/e2e/voices/voice-recording.spec.ts'),
};
