import { expect, test } from 'vitest';
import { CONSENT_VERSION, consentStatement } from '#shared/calling/consent-basis.ts';
import { consentOf, recordConsent } from './list-consent.ts';
import { consentsAsCsv, presentConsent } from './present-consent.ts';

const AT = new Date('2027-01-12T15:00:00Z');
const CONSENT = {
  basis: 'other',
  own_words: 'They asked',
  obtained_at: '2026-02-01',
  source: 'Shop',
} as const;
const RECORD = {
  ...CONSENT,
  _id: 'p',
  campaignId: 'c',
  campaignName: 'Spring',
  userId: 'u',
  byDefault: true,
  statementVersion: CONSENT_VERSION,
  at: AT,
  network: '192.0.2.1',
  viaApiKey: false,
  contacts: 9,
  listDigest: 'digest',
};

test('a consent is recorded with who gave it, from where and for which list, and shown as it was', async () => {
  const recorded: unknown[] = [];
  const consents = { record: (record: unknown) => Promise.resolve(recorded.push(record)) };
  await recordConsent(
    { consents, clock: { now: () => AT } } as never,
    { _id: 'c', name: 'Spring', userId: 'u', preparing: { preparationId: 'p', calls: 9 } },
    {
      consent: CONSENT,
      byDefault: true,
      source: { digest: 'digest' } as never,
      giver: { viaApiKey: false, client: { network: '192.0.2.1' } },
    },
  );
  expect(recorded).toEqual([RECORD]);
  expect(presentConsent(RECORD)).toEqual({
    ...CONSENT,
    id: 'p',
    campaign_id: 'c',
    by_default: true,
    statement_version: CONSENT_VERSION,
    statement: consentStatement(CONSENT_VERSION),
    given_at: AT.toISOString(),
    network: '192.0.2.1',
    via_api_key: false,
    user_id: 'u',
    contacts: 9,
    list_digest: 'digest',
  });
});

test('the consent of all lists is a CSV file with every column', async () => {
  const other = {
    ...RECORD,
    basis: 'emergency',
    own_words: null,
    byDefault: false,
    viaApiKey: true,
  } as const;
  const consents = {
    async *streamOf(id: string) {
      if (id === 'c') yield* await Promise.resolve([RECORD, other]);
    },
  };
  const file = consentsAsCsv(consents, { _id: 'c', name: 'Spring' });
  expect(file).toMatchObject({ name: 'Spring consent.csv' });
  let text = '';
  for await (const part of file.content) text += part;
  const [head, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  expect(head).toBe(
    'Basis,Own words,Obtained on,Where,Default of the account,Given at (UTC),Given from,API key,User,' +
      'Contacts added,Digest of the list,Statement version,Statement',
  );
  const cells = (line = '') => line.split(',');
  expect(cells(lines[0]).slice(1, 12)).toEqual([
    ...[
      'They asked',
      '2026-02-01',
      'Shop',
      'Yes',
      expect.stringMatching(/^01-12-2027 .*M$/) as string,
      '192.0.2.1',
    ],
    ...['No', 'u', '9', 'digest', CONSENT_VERSION],
  ]);
  expect([cells(lines[1])[1], cells(lines[1])[4], cells(lines[1])[7]]).toEqual(['', 'No', 'Yes']);
  expect(lines).toHaveLength(2);
});

test('the consent of a list is the one given with it, else that of the account; without either it is refused', async () => {
  const find = (uid: string) => Promise.resolve(uid === 'u' ? { defaultConsent: CONSENT } : {});
  const deps = { callingProfiles: { find }, clock: { now: () => AT } } as unknown as Parameters<
    typeof consentOf
  >[0];
  expect(await consentOf(deps, 'u', null)).toEqual({ consent: CONSENT, byDefault: true });
  const given = { ...CONSENT, source: 'Fair' };
  expect(await consentOf(deps, 'u', given)).toEqual({ consent: given, byDefault: false });
  await expect(consentOf(deps, 'other', undefined)).rejects.toMatchObject({
    code: 'CONSENT_REQUIRED',
    details: { fields: { consent: 'is missing' } },
    message: expect.stringContaining('/profile/business') as string,
  });
  await expect(consentOf(deps, 'u', { ...CONSENT, obtained_at: '2027-02-01' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'consent.obtained_at: This date is in the future',
    details: { fields: { 'consent.obtained_at': 'This date is in the future' } },
  });
});
