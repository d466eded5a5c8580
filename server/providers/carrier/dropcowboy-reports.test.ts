import { describe, expect, it } from 'vitest';
import { isSigned, readCallback, readWebhook, signatureOf } from './dropcowboy-reports.ts';
import { refusalOf } from './testing/refusal-of.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const CALLBACK = {
  drop_id: 'd1',
  phone_number: '+12025550142',
  caller_id: '+12125550100',
  product_code: 'rvm',
  status: 'success',
  reason: '',
  reason_code: 0,
  dnc: false,
  attempt_date: '2026-11-20T09:29:58.000Z',
  foreign_id: 'c1-7-1',
};

describe('the unsigned callback', () => {
  it('reports a delivery', () => {
    expect(readCallback(CALLBACK, NOW)).toEqual({
      attemptId: 'c1-7-1',
      callId: 'd1',
      to: '12025550142',
      outcome: 'success',
      code: '0',
      reason: '',
      doNotCall: false,
      accountFault: false,
      carrierFault: false,
      reportedAt: NOW,
      occurredAt: new Date('2026-11-20T09:29:58.000Z'),
    });
  });

  it.each([
    [4002, { reason: 'Mailbox full', doNotCall: false, accountFault: false, carrierFault: false }],
    [4016, { reason: 'Do not call', doNotCall: true, accountFault: false, carrierFault: false }],
    [3000, { reason: 'The carrier account has no funds', accountFault: true, carrierFault: false }],
    [6000, { reason: 'The carrier denied the call', accountFault: false, carrierFault: true }],
    [
      4999,
      {
        reason: 'The carrier reported code 4999',
        doNotCall: false,
        accountFault: false,
        carrierFault: false,
      },
    ],
    [
      5999,
      { reason: 'The carrier reported code 5999', doNotCall: false, accountFault: false, carrierFault: true },
    ],
  ])('maps code %i to its meaning', (reason_code, meaning) => {
    const report = readCallback(
      { ...CALLBACK, status: 'failure', reason_code, reason: 'Something new' },
      NOW,
    );
    expect(report).toMatchObject({ outcome: 'failed', code: String(reason_code), ...meaning });
  });

  it('reports the do-not-call flag with any outcome', () => {
    expect(readCallback({ ...CALLBACK, status: 'failure', reason_code: 4006, dnc: true }, NOW)).toMatchObject(
      { doNotCall: true },
    );
  });

  it('reports a delivery only when status and reason code agree', () => {
    expect(readCallback({ ...CALLBACK, status: 'failure' }, NOW)).toMatchObject({ outcome: 'failed' });
    expect(readCallback({ ...CALLBACK, reason_code: 4002 }, NOW)).toMatchObject({ outcome: 'failed' });
  });

  it('ignores a report about a reused key', () => {
    expect(readCallback({ ...CALLBACK, status: 'failure', reason_code: 3027 }, NOW)).toBeUndefined();
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['no attempt id', { ...CALLBACK, foreign_id: undefined }],
    ['an operator', { ...CALLBACK, foreign_id: { $ne: '' } }],
    ['an unknown status', { ...CALLBACK, status: 'ringing' }],
    ['a code that is text', { ...CALLBACK, reason_code: '0' }],
    ['an invalid number', { ...CALLBACK, phone_number: 'Ana' }],
  ])('refuses %s', (_name, body) => {
    expect(refusalOf(() => readCallback(body, NOW))).toBe('INVALID_INPUT');
  });
});

describe('the signed webhook', () => {
  const body = Buffer.from(
    JSON.stringify({
      event_id: 'e1',
      event: 'contact.rvm.status',
      event_at: NOW.getTime() - 2_000,
      data: {
        drop_id: 'd1',
        status: 'failure',
        reason: 'User Busy',
        reason_code: 4006,
        to: '+12025550142',
        from: '+12125550100',
      },
    }),
  );
  const timestamp = String(NOW.getTime() / 1_000);
  const headers = { 'x-timestamp': timestamp, 'x-signature': signatureOf('one', timestamp, body) };

  it('reports the number without an attempt id', () => {
    const report = readWebhook(body, NOW);
    expect(report).toMatchObject({
      to: '12025550142',
      outcome: 'failed',
      reason: 'Busy',
      occurredAt: new Date(NOW.getTime() - 2_000),
    });
    expect(report).not.toHaveProperty('attemptId');
  });

  it('ignores other events', () => {
    expect(readWebhook(Buffer.from('{"event":"contact.rvm.receipt","data":{}}'), NOW)).toBeUndefined();
  });

  it.each(['not json', '[]', '{}', '{"event":"contact.rvm.status"}'])('refuses %s', (text) => {
    expect(refusalOf(() => readWebhook(Buffer.from(text), NOW))).toBe('INVALID_INPUT');
  });

  it('is signed as the carrier documents it', () => {
    // echo -n '1774041960.{"a":1}' | openssl dgst -sha256 -hmac key
    expect(signatureOf('key', '1774041960', '{"a":1}')).toBe(
      'sha256=a6ae8a61009f25c5104ee58c04f064eda574f4b69181c51173d4fd7b73e0c431',
    );
  });

  it('is trusted with any of our secrets, within five minutes', () => {
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
    expect(isSigned(headers, body, ['two', 'one'], NOW)).toBe(true);
    expect(isSigned(headers, body, ['one'], at(300))).toBe(true);
    expect(isSigned(headers, body, ['one'], at(301))).toBe(false);
    expect(isSigned(headers, body, ['one'], at(-301))).toBe(false);
  });

  it.each([
    ['another secret', headers, ['two']],
    ['no secret', headers, []],
    ['no signature', { 'x-timestamp': timestamp }, ['one']],
    ['another signature version', { ...headers, 'x-signature-version': 'v2' }, ['one']],
    ['no timestamp', { 'x-signature': headers['x-signature'] }, ['one']],
    ['an invalid timestamp', { ...headers, 'x-timestamp': 'today' }, ['one']],
    [
      'a signature without its prefix',
      { ...headers, 'x-signature': headers['x-signature'].slice(7) },
      ['one'],
    ],
  ])('is not trusted with %s', (_name, given, secrets) => {
    expect(isSigned(given, body, secrets, NOW)).toBe(false);
  });

  it('is not trusted when a byte of the body changed', () => {
    const changed = Buffer.from(body.toString('utf8').replace('failure', 'success'));
    expect(isSigned(headers, changed, ['one'], NOW)).toBe(false);
  });
});
