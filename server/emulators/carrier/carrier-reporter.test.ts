import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import published from '#server/providers/carrier/fixtures/drop-cowboy.json' with { type: 'json' };
import type { HttpSender } from '#server/providers/http-sender.ts';
import { createCarrierReadModel } from './read-model.ts';
import type { CarrierLogRecord } from './log-records.ts';
import { createCarrierReporter } from './carrier-reporter.ts';

const START = Date.parse('2026-11-20T09:30:00Z');
const CALL_RECORDS: CarrierLogRecord[] = [
  {
    type: 'webhook',
    id: 'w1',
    name: 'Hark',
    url: 'http://hark/webhook',
    events: ['contact.rvm.status'],
    secret: 's',
  },
  {
    type: 'accepted',
    id: 'd1',
    at: START,
    bodyHash: '',
    attemptId: 'c1-0-1',
    to: '+12025550001',
    content: { text: 'Hello' },
    callbackUrl: 'http://hark/callback',
    outcome: 'success',
    reason: '',
    code: 0,
  },
];

const kindOf = (value: unknown) => (value === null ? 'null' : typeof value);

describe('the carrier reporter', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A reporter with the state of `records` and a delay of one second; `respond` returns the status of each request. */
  function carrierWith(
    records: CarrierLogRecord[],
    respond: () => number,
    afterWrite = (): Promise<void> => Promise.resolve(),
  ) {
    const readModel = createCarrierReadModel();
    const written = [...records];
    for (const record of records) readModel.apply(record);
    const posted: string[] = [];
    const bodies: Record<string, unknown>[] = [];
    const sender: HttpSender = {
      send({ url, headers, body }) {
        bodies.push(JSON.parse(String(body)) as Record<string, unknown>);
        const seconds = (Date.now() - START) / 1_000;
        posted.push([new URL(url).pathname, headers?.['x-attempt'], `${String(seconds)} s`].join(' '));
        return Promise.resolve({ status: respond(), headers: {}, text: '' });
      },
      close: () => undefined,
    };
    const reporter = createCarrierReporter({
      readModel,
      clock: { now: () => new Date() },
      sender,
      settings: { reportDelay: { min: 1_000, max: 1_000 } },
      async write(record) {
        readModel.apply(record);
        written.push(record);
        await afterWrite();
      },
    });
    return { reporter, posted, bodies, written };
  }

  it('sends the callback once and retries the signed webhook after 1 and 5 s, three attempts in all', async () => {
    const { reporter, posted } = carrierWith(CALL_RECORDS, () => 503);
    reporter.start('d1');
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(posted).toEqual(['/callback  1 s', '/webhook 1 2 s', '/webhook 2 3 s', '/webhook 3 8 s']);
    expect(posted.filter((one) => one.startsWith('/webhook'))).toHaveLength(published.webhook_attempts.most);
  });

  it('reports with fields of the examples that the carrier publishes alone', async () => {
    const { reporter, bodies } = carrierWith(CALL_RECORDS, () => 200);
    reporter.start('d1');
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    const [callback = {}, event = {}] = bodies;
    const data = event.data as Record<string, unknown>;
    for (const [sent, example] of [
      [callback, published.callback],
      [event, published.status_event],
      [data, published.status_event.data],
    ] as const)
      for (const [field, value] of Object.entries(sent))
        expect([field, kindOf(value)]).toEqual([field, kindOf((example as Record<string, unknown>)[field])]);
  });

  it.each([200, 204, 301, 400, 401, 404])(
    'stops sending the webhook when it receives status %i',
    async (status) => {
      const { reporter, posted } = carrierWith(CALL_RECORDS, () => status);
      reporter.start('d1');
      await vi.advanceTimersByTimeAsync(HOUR_MS);
      expect(posted).toEqual(['/callback  1 s', '/webhook 1 2 s']);
    },
  );

  it.each([408, 429, 500])('retries the webhook when it receives status %i', async (status) => {
    const statuses = [200, status];
    const { reporter, posted } = carrierWith(CALL_RECORDS, () => statuses.shift() ?? 200);
    reporter.start('d1');
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(posted).toEqual(['/callback  1 s', '/webhook 1 2 s', '/webhook 2 3 s']);
  });

  it('resumes the retries of a stopped process without a second callback', async () => {
    const before = carrierWith(CALL_RECORDS, () => 503);
    before.reporter.start('d1');
    await vi.advanceTimersByTimeAsync(4_000);
    await before.reporter.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    const after = carrierWith(before.written, () => 503);
    after.reporter.resume();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(before.posted).toEqual(['/callback  1 s', '/webhook 1 2 s', '/webhook 2 3 s']);
    expect(after.posted).toEqual(['/webhook 3 8 s']);
    const over = carrierWith([...after.written], () => 503);
    over.reporter.resume();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(over.posted).toEqual([]);
  });

  it('sends the callback of a call that was just made before it stops', async () => {
    let finishWrite = (): void => undefined;
    const { reporter, posted, written } = carrierWith(
      CALL_RECORDS,
      () => 200,
      () => new Promise((resolve) => (finishWrite = resolve)),
    );
    reporter.start('d1');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written.at(-1)).toMatchObject({ type: 'called' });
    let ended = false;
    const end = reporter.stop().then(() => (ended = true));
    await vi.advanceTimersByTimeAsync(100);
    expect([ended, posted]).toEqual([false, []]);
    finishWrite();
    await end;
    expect(posted).toEqual(['/callback  1.1 s']);
  });

  it('makes the calls that a killed process had accepted and not made', async () => {
    const { reporter, posted } = carrierWith(CALL_RECORDS, () => 200);
    reporter.resume();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(posted).toEqual(['/callback  0 s', '/webhook 1 1 s']);
  });
});
