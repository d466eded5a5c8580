import { describe, expect, it } from 'vitest';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import type { Fault } from '#server/testing/fakes/faulty-proxy.ts';
import type { Drop } from '../port.ts';
import {
  dropTo,
  reportOf,
  reportsOf,
  signedReportTo,
  SPEECH,
  type ContractContext,
} from './contract-context.ts';

const RECORDING = { name: 'Spring', recording: Buffer.from('as good as an MP3') };

/** What a carrier does with drops. */
export function dropRules(system: ContractContext): void {
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
        name: 'ProviderAccountFault',
        vendorCode: '401',
      },
    );
  });
}

/** What a carrier does with recordings. */
export function mediaRules(system: ContractContext): void {
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

  it('deletes a recording, once or repeatedly, and cannot play it any more', async () => {
    const { carrier, numbers } = system.subject;
    const mediaId = await carrier.addMedia(RECORDING);
    await carrier.deleteMedia(mediaId);
    await carrier.deleteMedia(mediaId);
    await carrier.deleteMedia('unknown');
    const drop = dropTo(numbers.success, { kind: 'media', mediaId });
    await carrier.place(drop);
    await expect(reportOf(system, drop)).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'The recording cannot be used',
    });
  });

  it('tells the id of a recording before it is uploaded, and uploads nothing if the caller rejects', async () => {
    const { carrier, wrongCredentials, numbers } = system.subject;
    let created = '';
    const media = {
      ...RECORDING,
      onCreated: (id: string) => {
        created = id;
        return Promise.reject(new Error('not noted'));
      },
    };
    await expect(carrier.addMedia(media)).rejects.toThrow('not noted');
    const drop = dropTo(numbers.success, { kind: 'media', mediaId: created });
    await carrier.place(drop);
    await expect(reportOf(system, drop)).resolves.toMatchObject({ outcome: 'failed' });
    await expect(wrongCredentials.deleteMedia(created)).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(carrier.deleteMedia(created)).resolves.toBeUndefined();
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

  it.each(faults.filter(([what]) => what !== 'a truncated response'))(
    'rejects a deletion with a provider error on %s and can be repeated',
    async (_what, fault, error) => {
      const { carrier, proxy } = system.subject;
      const mediaId = await carrier.addMedia(RECORDING);
      proxy.next(/^DELETE /, fault);
      await expect(carrier.deleteMedia(mediaId)).rejects.toBeInstanceOf(error);
      await expect(carrier.deleteMedia(mediaId)).resolves.toBeUndefined();
    },
  );

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
