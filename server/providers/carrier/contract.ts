import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '#server/lib/errors.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import type { Fault, FaultyProxy } from '#server/testing/fakes/faulty-proxy.ts';
import {
  startReportReceiver,
  type ReceivedReport,
  type ReportReceiver,
} from '#server/testing/http/report-receiver.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import type { Drop, DropContent, DropReport, Placement, VoicemailCarrier } from './port.ts';

/** An implementation under test, with numbers of known outcome. */
export interface CarrierUnderTest {
  carrier: VoicemailCarrier;
  /** The same carrier with wrong credentials. */
  wrongCredentials: VoicemailCarrier;
  /** The same carrier with a time-out below one second. */
  shortTimeout: VoicemailCarrier;
  numbers: { success: string; busy: string; doNotCall: string };
  /** The proxy between all of these clients and the carrier. */
  proxy: FaultyProxy;
  stop(): Promise<void>;
}

/** Starts a carrier that reports to the given address and uses the given clock. */
export type StartCarrier = (callbackUrl: string, clock: TestClock) => Promise<CarrierUnderTest>;

const REPORTED = { timeout: 10_000, interval: 20 };
const SPEECH: Extract<DropContent, { kind: 'text' }> = { kind: 'text', text: 'Hello Ana', voiceId: 'voice' };
const RECORDING = { name: 'Spring', recording: Buffer.from('as good as an MP3') };
const MINUTE_MS = 60_000;

/** The contract test suite of `VoicemailCarrier`. */
export function carrierContract(name: string, start: StartCarrier): void {
  describe(`${name} keeps the carrier contract`, () => {
    const system = {} as ContractContext;
    beforeAll(async () => {
      system.clock = createTestClock();
      system.receiver = await startReportReceiver(() => system.subject.carrier);
      system.subject = await start(system.receiver.callbackUrl, system.clock);
      await system.subject.carrier.subscribe(system.receiver.webhookUrl);
    });
    afterEach(() => {
      system.subject.proxy.clear();
    });
    afterAll(async () => {
      const { carrier, wrongCredentials, shortTimeout, proxy } = system.subject;
      for (const client of [carrier, wrongCredentials, shortTimeout]) client.close();
      await proxy.close();
      await system.subject.stop();
      await system.receiver.close();
    });
    describe('drops', () => {
      dropRules(system);
    });
    describe('recordings', () => {
      mediaRules(system);
    });
    describe('faulty responses', () => {
      responseRules(system);
    });
    describe('callbacks and webhooks', () => {
      reportRules(system);
    });
  });
}

interface ContractContext {
  receiver: ReportReceiver;
  subject: CarrierUnderTest;
  clock: TestClock;
}

let drops = 0;

function dropTo(to: string, content: DropContent = SPEECH): Drop {
  drops += 1;
  return { attemptId: `contract-${String(drops)}-1`, to, content };
}

const callbacksOf = ({ receiver }: ContractContext, attemptId: string): DropReport[] =>
  receiver.received.flatMap(({ report }) => (report?.attemptId === attemptId ? [report] : []));

const reportOf = (system: ContractContext, { attemptId }: Drop): Promise<DropReport> =>
  vi.waitFor(() => callbacksOf(system, attemptId)[0] ?? expect.fail('no report yet'), REPORTED);

/** Returns the reports of a drop after waiting for those of a later drop, so that a duplicate would be seen. */
async function reportsOf(system: ContractContext, drop: Drop): Promise<DropReport[]> {
  await reportOf(system, drop);
  const later = dropTo(system.subject.numbers.success);
  await system.subject.carrier.place(later);
  await reportOf(system, later);
  return callbacksOf(system, drop.attemptId);
}

async function signedReportTo({ receiver }: ContractContext, to: string): Promise<ReceivedReport> {
  return vi.waitFor(
    () =>
      receiver.received.findLast(({ signed, report }) => signed && report?.to === to) ?? expect.fail('none'),
    REPORTED,
  );
}

function dropRules(system: ContractContext): void {
  it('accepts a drop and reports the delivery with its attempt id', async () => {
    const { carrier, numbers } = system.subject;
    const drop = dropTo(numbers.success);
    await expect(carrier.place(drop)).resolves.toMatchObject({ kind: 'accepted' });
    await expect(reportOf(system, drop)).resolves.toMatchObject({
      to: drop.to,
      outcome: 'success',
      code: '0',
      reason: '',
      doNotCall: false,
    });
  });

  it('reports a failure with its reason', async () => {
    const drop = dropTo(system.subject.numbers.busy);
    await system.subject.carrier.place(drop);
    await expect(reportOf(system, drop)).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'Busy',
      doNotCall: false,
      accountFault: false,
    });
  });

  it('marks a number that must not be called again', async () => {
    const drop = dropTo(system.subject.numbers.doNotCall);
    await system.subject.carrier.place(drop);
    await expect(reportOf(system, drop)).resolves.toMatchObject({ outcome: 'failed', doNotCall: true });
  });

  it('also reports by signed webhook, which carries only the number', async () => {
    const drop = dropTo(system.subject.numbers.busy);
    await system.subject.carrier.place(drop);
    const { report } = await signedReportTo(system, drop.to);
    expect(report).toMatchObject({ outcome: 'failed', reason: 'Busy' });
    expect(report).not.toHaveProperty('attemptId');
  });

  it('accepts the same drop again without a second call', async () => {
    const { carrier, numbers } = system.subject;
    const drop = dropTo(numbers.success);
    const [first, second] = [await carrier.place(drop), await carrier.place(drop)];
    expect(second).toEqual(first);
    expect(await reportsOf(system, drop)).toHaveLength(1);
  });

  it('ignores another body with a used key and reports the first one', async () => {
    const { carrier, numbers } = system.subject;
    const drop = dropTo(numbers.success);
    await carrier.place(drop);
    const changed: Drop = { ...drop, content: { ...SPEECH, text: 'Hello Bob' } };
    await expect(carrier.place(changed)).resolves.toMatchObject({ kind: 'accepted' });
    expect(await reportsOf(system, drop)).toMatchObject([{ outcome: 'success' }]);
  });

  it('reports refused credentials as a fault of the account, not of the number', async () => {
    const drop = dropTo(system.subject.numbers.success);
    await system.subject.wrongCredentials.place(drop);
    await expect(reportOf(system, drop)).resolves.toMatchObject({ outcome: 'failed', accountFault: true });
    await expect(system.subject.wrongCredentials.subscribe(system.receiver.webhookUrl)).rejects.toMatchObject(
      {
        name: 'ProviderUnavailable',
        vendorCode: '401',
      },
    );
  });
}

function mediaRules(system: ContractContext): void {
  it('stores a recording once and plays it in many drops', async () => {
    const { carrier, numbers } = system.subject;
    const mediaId = await carrier.addMedia(RECORDING);
    const [one, other] = [0, 1].map(() => dropTo(numbers.success, { kind: 'media', mediaId })) as [
      Drop,
      Drop,
    ];
    await carrier.place(one);
    await carrier.place(other);
    await expect(reportOf(system, one)).resolves.toMatchObject({ outcome: 'success' });
    await expect(reportOf(system, other)).resolves.toMatchObject({ outcome: 'success' });
  });

  it('reports a drop of an unknown recording as failed', async () => {
    const drop = dropTo(system.subject.numbers.success, { kind: 'media', mediaId: 'unknown' });
    await expect(system.subject.carrier.place(drop)).resolves.toMatchObject({ kind: 'accepted' });
    await expect(reportOf(system, drop)).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'The recording cannot be used',
    });
  });

  it('rejects an upload with refused credentials as unavailable', async () => {
    const { wrongCredentials } = system.subject;
    await expect(wrongCredentials.addMedia(RECORDING)).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  const steps = [
    ['the request of an upload address', /^POST \/media\/public\/media$/],
    ['the upload', /^PUT /],
    ['the completion of the upload', /^POST .*\/complete$/],
  ] as const;
  const faults: [string, Fault, typeof ProviderUnavailable | typeof ProviderRejected][] = [
    ['429', { kind: 'answer', status: 429 }, ProviderUnavailable],
    ['500', { kind: 'answer', status: 500 }, ProviderUnavailable],
    ['422', { kind: 'answer', status: 422, body: '{"title":"No such name"}' }, ProviderRejected],
    ['a truncated response', { kind: 'half' }, ProviderUnavailable],
    ['a closed connection', { kind: 'hang up' }, ProviderUnavailable],
  ];
  describe.each(steps)('%s', (_step, requests) => {
    it.each(faults.filter(([what]) => what !== 'a truncated response' || requests.source !== '^PUT '))(
      'rejects with a provider error on %s and can be repeated',
      async (_what, fault, error) => {
        const { carrier, proxy } = system.subject;
        proxy.next(requests, fault);
        await expect(carrier.addMedia(RECORDING)).rejects.toBeInstanceOf(error);
        await expect(carrier.addMedia(RECORDING)).resolves.toEqual(expect.any(String));
      },
    );

    it('rejects with a provider error on a time-out', async () => {
      const { shortTimeout, proxy } = system.subject;
      proxy.next(requests, { kind: 'silence' });
      await expect(shortTimeout.addMedia(RECORDING)).rejects.toBeInstanceOf(ProviderUnavailable);
    });
  });

  it('rejects an upload whose response has no readable id', async () => {
    const { carrier, proxy } = system.subject;
    for (const body of [
      'hello',
      '{}',
      '{"data":{"media_id":"m1"}}',
      '{"data":{"media_id":"","upload":{}}}',
    ]) {
      proxy.next(/^POST \/media/, { kind: 'answer', status: 201, body });
      await expect(carrier.addMedia(RECORDING)).rejects.toBeInstanceOf(ProviderUnavailable);
    }
  });
}

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
    { kind: 'unavailable', code: '429', retryAfterMs: 7_000, notTaken: true },
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
    { kind: 'rejected', code: '400', reason: 'Bad Request' },
  ],
  ['a closed connection', { kind: 'hang up' }, { kind: 'unknown' }],
  ['a truncated response', { kind: 'half' }, { kind: 'unknown' }],
  ['202 and no JSON', respondWith(202, 'queued'), { kind: 'unknown' }],
  ['202 and no message id', respondWith(202, '{"status":"queued"}'), { kind: 'unknown' }],
  ['202 and another shape', respondWith(202, '[null]'), { kind: 'unknown' }],
];

function responseRules(system: ContractContext): void {
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

function reportRules(system: ContractContext): void {
  const refusalOf = (read: () => unknown): string => {
    try {
      read();
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
    return 'none';
  };

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
