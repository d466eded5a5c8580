import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyForm, type WizardForm } from '#client/features/campaigns/wizard/wizard-form.ts';
import { publishHalves } from './publish-halves.ts';
import type { PublishRequest } from './publish-campaign.ts';
import type { PublishedCampaign, PublishOutcome } from './publish-outcome.ts';

const FORM = {
  ...emptyForm(),
  name: 'Spring',
  message: 'First',
  messageOverrides: ['a'],
  other: { message: 'Second', messageOverrides: ['b'] },
};
const SWAPPED = {
  ...FORM,
  message: 'Second',
  messageOverrides: ['b'],
  other: { message: 'First', messageOverrides: ['a'] },
  part: 2 as const,
};

const campaignOf = ({ form }: PublishRequest): PublishedCampaign => ({
  id: form.name,
  name: form.name,
  contacts: 1,
  skipped: [],
  dropDate: '',
  creditCost: 50,
  balance: 0,
});

/** Publishes with the outcome of each request in turn, again after each refusal as the wizard does; returns all requests. */
async function publish(form: WizardForm, refusals: readonly boolean[]) {
  const sent: PublishRequest[] = [];
  const first: { campaign: PublishedCampaign; test: string }[] = [];
  const send = (request: PublishRequest): Promise<PublishOutcome> => {
    const isRefused = refusals[sent.length] === true;
    sent.push(request);
    const failure = { text: 'No.', status: 402, code: null, field: null, errors: [] };
    return Promise.resolve(isRefused ? { ok: false, failure } : { ok: true, campaign: campaignOf(request) });
  };
  for (;;) {
    const outcome = await publishHalves(send, {
      form,
      replaces: null,
      contacts: { list_id: 'l' },
      key: 'k',
      onProgress: () => undefined,
      first: first[0] ?? null,
      onFirst: (published) => {
        first.push(published);
      },
      secondName: () => Promise.resolve('Spring 2'),
    });
    if (outcome.ok) return { sent, campaign: outcome.campaign };
    expect(outcome.failure.text).toBe(
      first.length === 0
        ? 'No.'
        : '“Spring” is scheduled with the first message, the second message is not. No.',
    );
  }
}

test('whichever message is shown and whatever is refused, each half is scheduled once, with its own message and key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(FORM, SWAPPED),
      fc.array(fc.boolean(), { maxLength: 6 }),
      async (form, refusals) => {
        const { sent, campaign } = await publish(form, refusals);
        const done = sent.filter((_, at) => refusals[at] !== true);
        expect(
          done.map(({ key, split, form: { name, message, messageOverrides } }) => [
            key,
            split,
            name,
            message,
            messageOverrides,
          ]),
        ).toEqual([
          ['k', { test: 'k', part: 1 }, 'Spring', 'First', ['a']],
          ['k-2', { test: 'k', part: 2 }, 'Spring 2', 'Second', ['b']],
        ]);
        expect([campaign.name, campaign.second?.name]).toEqual(['Spring', 'Spring 2']);
      },
    ),
  );
});

test('the calls that are allowed, in all and a minute, are divided between the halves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 100_000 }), async (count) => {
      const { sent } = await publish({ ...FORM, maxCalls: count, callsPerMinute: count }, []);
      const shares = sent.map(({ form }) => [form.maxCalls ?? 0, form.callsPerMinute ?? 0] as const);
      expect(shares.reduce((sum, [calls]) => sum + calls, 0)).toBe(count);
      expect(shares.reduce((sum, [, pace]) => sum + pace, 0)).toBe(count);
    }),
  );
});
