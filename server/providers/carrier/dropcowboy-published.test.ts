import { describe, expect, test } from 'vitest';
import { CARRIER_REASON_CODES, isWorthARetry, type CallReasonKey } from '#shared/call-reasons.ts';
import { DELIVERED, KEY_USED_BEFORE, meaningOf, type Fault } from './dropcowboy-reasons.ts';
import { isSigned, readCallback, readWebhook, signatureOf } from './dropcowboy-reports.ts';
import published from './fixtures/drop-cowboy.json' with { type: 'json' };

const NOW = new Date('2026-11-26T09:30:00Z');

/** Of each code: whose fault it is, whether the person is never called again, and whether a retry of all calls it again. */
const TABLE: readonly [code: CallReasonKey, fault: Fault, more?: 'do not call' | 'not again'][] = [
  ['3000', 'account'],
  ['3001', 'passing'],
  ['3002', 'passing'],
  ['3007', 'account'],
  ['3011', 'contact'],
  ['3012', 'contact'],
  ['3013', 'account'],
  ['3014', 'account'],
  ['3015', 'passing'],
  ['3019', 'account'],
  ['3021', 'passing'],
  ['3022', 'account'],
  ['3028', 'passing'],
  ['3033', 'passing'],
  ['3040', 'account'],
  ['4000', 'contact'],
  ['4001', 'contact', 'not again'],
  ['4002', 'contact', 'not again'],
  ['4004', 'contact'],
  ['4005', 'contact'],
  ['4006', 'contact'],
  ['4008', 'passing'],
  ['4010', 'account'],
  ['4011', 'passing'],
  ['4013', 'contact'],
  ['4016', 'contact', 'do not call'],
  ['4017', 'contact', 'do not call'],
  ['4019', 'contact', 'do not call'],
  ['4021', 'passing'],
  ['6000', 'passing'],
  ['6001', 'account'],
  ['6002', 'account'],
  ['6003', 'account'],
  ['6004', 'contact'],
  ['6005', 'contact', 'do not call'],
  ['6006', 'contact'],
  ['6011', 'contact'],
];

describe('reason codes', () => {
  test('the table has every published code of a failure, and each has a key of its own', () => {
    const outcomes = [DELIVERED, KEY_USED_BEFORE].map(String);
    const failures = Object.keys(published.codes).filter((code) => !outcomes.includes(code));
    expect(TABLE.map(([code]) => code)).toEqual(failures);
    expect(CARRIER_REASON_CODES).toEqual(failures);
  });

  test.each(TABLE)('%s is a fault of kind %s', (code, fault, more) => {
    const failure = { ...published.callback, status: 'failure', reason: 'Words of the carrier' };
    const report = readCallback({ ...failure, reason_code: Number(code) }, NOW);
    expect(report).toMatchObject({
      outcome: 'failed',
      code,
      doNotCall: more === 'do not call',
      accountFault: fault === 'account',
      carrierFault: fault === 'passing',
    });
    expect(report?.reason).not.toContain('Words');
    expect(isWorthARetry(code)).toBe(more !== 'not again');
  });

  test('those which the carrier says not to send again are the ones that a retry of all leaves out', () => {
    const left = CARRIER_REASON_CODES.filter((code) => !isWorthARetry(code));
    expect(left).toEqual(published.not_to_send_again);
  });

  test.each([1, 2_999, 3_999, 4_003, 4_999, 5_000, 6_999, 99_999])(
    'an unknown code, %i, pauses nothing at once and is told by its number',
    (code) => {
      const { fault, text, doNotCall } = meaningOf(code);
      expect([fault, doNotCall]).toEqual([code >= 4_000 && code < 5_000 ? 'contact' : 'passing', undefined]);
      expect(text).toBe(`The carrier reported code ${String(code)}`);
    },
  );
});

describe('example bodies', () => {
  test('the callback is a delivery of the attempt that its foreign_id names', () => {
    expect(readCallback(published.callback, NOW)).toMatchObject({
      attemptId: published.callback.foreign_id,
      callId: published.callback.drop_id,
      to: '13125550142',
      outcome: 'success',
      code: '0',
      occurredAt: new Date(published.callback.attempt_date),
    });
  });

  test('the status event is a delivery to its number, and of a campaign of the carrier where it names one', () => {
    const read = (data: object) => {
      const event = { ...published.status_event, data: { ...published.status_event.data, ...data } };
      return readWebhook(Buffer.from(JSON.stringify(event)), NOW);
    };
    const delivery = { to: '13125550142', outcome: 'success', callId: published.status_event.data.drop_id };
    expect(read({})).toMatchObject(delivery);
    for (const own of [{}, { campaign_id: undefined }, { campaign_id: '' }])
      expect(read(own)).not.toHaveProperty('foreignCampaign');
    const id = '0b5c7a1e-1111-4222-8333-444455556666';
    expect(read({ campaign_id: id })).toMatchObject({ ...delivery, foreignCampaign: id });
  });
});

describe('signature vectors', () => {
  const { signature, secret, other_secret: other, timestamp, raw_body: text } = published.signature;
  const body = Buffer.from(text);
  const headers = { 'x-timestamp': timestamp, 'x-signature': signature };
  const valid = new Date(published.signature.now_seconds_valid * 1_000);
  const stale = new Date(published.signature.now_seconds_stale * 1_000);
  const foreign = published.signature.signature_from_other_secret;
  const tampered = Buffer.from(published.signature.tampered_raw_body);

  test('are what Hark computes', () => {
    expect(signatureOf(secret, timestamp, body)).toBe(signature);
    expect(signatureOf(other, timestamp, body)).toBe(foreign);
  });

  test.each([
    ['the signature', headers, body, [secret], valid, true],
    ['with the second of two secrets', headers, body, [other, secret], valid, true],
    ['a stale timestamp', headers, body, [secret], stale, false],
    ['a body that was changed', headers, tampered, [secret], valid, false],
    ['a signature of another secret', { ...headers, 'x-signature': foreign }, body, [secret], valid, false],
    ['no signature', { 'x-timestamp': timestamp }, body, [secret], valid, false],
    ['no timestamp', { 'x-signature': signature }, body, [secret], valid, false],
    ['no prefix', { ...headers, 'x-signature': signature.slice(7) }, body, [secret], valid, false],
    ['another version', { ...headers, 'x-signature-version': 'v2' }, body, [secret], valid, false],
  ])('%s', (_name, given, bytes, secrets, now, trusted) => {
    expect(isSigned(given, bytes, secrets, now)).toBe(trusted);
  });
});
