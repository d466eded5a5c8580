import { expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { Fault } from '#server/testing/fakes/faulty-proxy.ts';
import type { Placement } from '../port.ts';
import { refusalOf } from './refusal-of.ts';
import { dropTo, reportsOf, signedReportTo, type ContractContext } from './contract-context.ts';

const respondWith = (status: number, body = '', headers: Record<string, string> = {}): Fault => ({
  kind: 'answer',
  status,
  headers,
  body,
});

/** The placement that each faulty response is read as. */
const FAULTY_RESPONSES: [string, Fault, Placement][] = [
  [
    '429',
    respondWith(429, '', { 'retry-after': '7' }),
    { kind: 'unavailable', code: '429', retryAfterMs: 7_000, notAccepted: true },
  ],
  ['500', respondWith(500), { kind: 'unavailable', code: '500' }],
  ['503 and a page', respondWith(503, '<h1>Sorry</h1>'), { kind: 'unavailable', code: '503' }],
  [
    '401',
    respondWith(401, '{"title":"Unauthorized"}'),
    { kind: 'unavailable', code: '401', accountFault: 'The carrier refused our credentials' },
  ],
  [
    '400',
    respondWith(400, '{"title":"Bad Request"}'),
    { kind: 'rejected', code: '400', reason: 'The carrier returned status 400' },
  ],
  ['a closed connection', { kind: 'hang up' }, { kind: 'unknown' }],
  ['a truncated response', { kind: 'half' }, { kind: 'unknown' }],
  ['202 and no JSON', respondWith(202, 'queued'), { kind: 'unknown' }],
  ['202 and no message id', respondWith(202, '{"status":"queued"}'), { kind: 'unknown' }],
  ['202 and another shape', respondWith(202, '[null]'), { kind: 'unknown' }],
];

/** How faulty responses to a placement are read. */
export function responseRules(system: ContractContext): void {
  it.each(FAULTY_RESPONSES)(
    'classifies %s, and calls once when the drop is placed again',
    async (_name, fault, placement) => {
      const { carrier, numbers, proxy } = system.subject;
      const drop = dropTo(numbers.success);
      proxy.next(/^POST \/rvm$/, fault);
      await expect(carrier.place(drop)).resolves.toEqual(placement);
      await expect(carrier.place(drop)).resolves.toMatchObject({ kind: 'accepted' });
      expect(await reportsOf(system, drop)).toMatchObject([{ outcome: 'success' }]);
    },
  );

  it('returns `unknown` for a drop whose response timed out', async () => {
    const { carrier, shortTimeout, numbers, proxy } = system.subject;
    const drop = dropTo(numbers.success);
    proxy.next(/^POST \/rvm$/, { kind: 'silence' });
    await expect(shortTimeout.place(drop)).resolves.toEqual({ kind: 'unknown' });
    await expect(carrier.place(drop)).resolves.toMatchObject({ kind: 'accepted' });
    expect(await reportsOf(system, drop)).toHaveLength(1);
  });
}

/** Which callbacks and signed webhooks are refused. */
export function reportRules(system: ContractContext): void {
  it.each([undefined, null, [], 'text', {}, { status: 'ringing' }])('refuses %j as a callback', (body) => {
    expect(refusalOf(() => system.subject.carrier.parseCallback(body))).toBe('INVALID_INPUT');
  });

  it('accepts a signed report within five minutes of its timestamp and refuses it outside', async () => {
    const { carrier, numbers } = system.subject;
    await carrier.place(dropTo(numbers.success));
    const { headers, body, report } = await signedReportTo(system, numbers.success);
    const parse = () => carrier.parseSignedWebhook(headers, body);
    const { reportedAt: _reportedAt, ...expected } = report ?? expect.fail('no final report');
    expect(parse()).toMatchObject(expected);
    system.clock.advance(4 * MINUTE_MS);
    expect(parse()).toMatchObject(expected);
    system.clock.advance(2 * MINUTE_MS);
    expect(refusalOf(parse)).toBe('UNAUTHENTICATED');
    system.clock.advance(-12 * MINUTE_MS);
    expect(refusalOf(parse)).toBe('UNAUTHENTICATED');
    system.clock.advance(6 * MINUTE_MS);
    expect(parse()).toMatchObject(expected);
  });

  it('refuses a signed report that was changed or signed by another account', async () => {
    const { carrier, wrongCredentials, numbers } = system.subject;
    await carrier.place(dropTo(numbers.busy));
    const { headers, body } = await signedReportTo(system, numbers.busy);
    const changed = Buffer.from(body.toString().replace('failure', 'success'));
    expect(changed).not.toEqual(body);
    const forged = {
      ...headers,
      'x-signature': headers['x-signature']?.replace(/.$/, (x) => (x === '0' ? '1' : '0')),
    };
    expect(refusalOf(() => carrier.parseSignedWebhook(headers, changed))).toBe('UNAUTHENTICATED');
    expect(refusalOf(() => carrier.parseSignedWebhook(headers, Buffer.alloc(0)))).toBe('UNAUTHENTICATED');
    expect(refusalOf(() => carrier.parseSignedWebhook(forged, body))).toBe('UNAUTHENTICATED');
    expect(refusalOf(() => carrier.parseSignedWebhook({}, body))).toBe('UNAUTHENTICATED');
    expect(refusalOf(() => wrongCredentials.parseSignedWebhook(headers, body))).toBe('UNAVAILABLE');
  });
}
