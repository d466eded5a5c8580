import fc from 'fast-check';
import { expect, test } from 'vitest';
import { campaignDraft, type CampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
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

type First = CampaignDraft['first'];

const campaignOf = ({ form }: PublishRequest): PublishedCampaign => ({
  id: form.name,
  name: form.name,
  contacts: 1,
  skipped: [],
  dropDate: '',
  creditCost: 50,
  balance: 0,
});
const failed = (status: number | null, code: string | null = null): PublishOutcome => ({
  ok: false,
  failure: { text: 'No.', status, code, field: null, errors: [] },
});

/** What becomes of a request: it is answered, refused, its answer is lost, or the page is closed before it comes. */
type Fate = 'answered' | 'refused' | 'lost' | 'closed';

/** A server that creates campaigns as the real one does: one for each key, name and half of a test. */
class Server {
  readonly sent: PublishRequest[] = [];
  readonly created: PublishRequest[] = [];
  /** Names that other campaigns have. */
  readonly names = new Set<string>();
  readonly #fates: readonly Fate[];

  constructor(fates: readonly Fate[]) {
    this.#fates = fates;
  }

  readonly send = (request: PublishRequest): Promise<PublishOutcome> => {
    const fate = this.#fates[this.sent.length] ?? 'answered';
    this.sent.push(request);
    const outcome = fate === 'refused' ? failed(402) : this.#create(request);
    if (fate === 'closed') return Promise.reject(new Error('closed'));
    return Promise.resolve(fate === 'lost' ? failed(null) : outcome);
  };

  #create(request: PublishRequest): PublishOutcome {
    const { key, form, split } = request;
    const earlier = this.created.find((one) => one.key === key);
    if (earlier !== undefined && JSON.stringify(earlier.form) === JSON.stringify(form))
      return { ok: true, campaign: campaignOf(earlier) };
    if (earlier !== undefined) return failed(422, 'IDEMPOTENCY_MISMATCH');
    const isTaken = this.created.some((one) => one.split?.part === split?.part);
    if (isTaken || this.names.has(form.name)) return failed(409, 'ALREADY_EXISTS');
    this.created.push(request);
    this.names.add(form.name);
    return { ok: true, campaign: campaignOf(request) };
  }

  find(part: 1 | 2): PublishedCampaign | null {
    const found = this.created.find(({ split }) => split?.part === part);
    return found === undefined ? null : campaignOf(found);
  }
}

/** Publishes a draft until both its campaigns are scheduled; an attempt begins with what the draft keeps, and its own form. */
async function publish(form: WizardForm, server: Server, edits: readonly string[] = []) {
  let first: First = null;
  let key = 'draft';
  for (let attempt = 0; ; attempt += 1) {
    const { other } = form;
    const edited = { ...form, other: other && { ...other, message: other.message + (edits[attempt] ?? '') } };
    const outcome = await publishHalves(server.send, {
      form: edited,
      replaces: null,
      contacts: { list_id: 'l' },
      key,
      test: 'draft',
      onProgress: () => undefined,
      // As it was written to the draft and read again.
      first: campaignDraft.shape.first.parse(JSON.parse(JSON.stringify(first))),
      onFirst: (remembered) => {
        first = remembered;
      },
      known: {
        first: (name) => Promise.resolve(name === form.name ? server.find(1) : null),
        second: () => Promise.resolve(server.find(2)),
        secondName: () =>
          Promise.resolve(['Spring 2', 'Spring 3', 'Spring 4'].find((name) => !server.names.has(name)) ?? ''),
      },
    }).catch(() => failed(null));
    if (outcome.ok) return outcome.campaign;
    // As the wizard does with a key that was used for another request.
    if (outcome.failure.code === 'IDEMPOTENCY_MISMATCH') key = `key-${String(attempt)}`;
    expect(attempt).toBeLessThan(20);
  }
}

const fates = fc.array(fc.constantFrom<Fate>('answered', 'refused', 'lost', 'closed'), { maxLength: 6 });

test('whichever message is shown and whatever fails, each half is scheduled once, with its own message and key', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(FORM, SWAPPED), fates, async (form, ends) => {
      const server = new Server(ends);
      const campaign = await publish(form, server);
      expect(
        server.created.map(({ key, split, form: { name, message, messageOverrides } }) => [
          key,
          split,
          name,
          message,
          messageOverrides,
        ]),
      ).toEqual([
        ['draft', { test: 'draft', part: 1 }, 'Spring', 'First', ['a']],
        ['draft-2', { test: 'draft', part: 2 }, 'Spring 2', 'Second', ['b']],
      ]);
      expect([campaign.name, campaign.second?.name]).toEqual(['Spring', 'Spring 2']);
    }),
  );
});

test('a draft that is changed between attempts, in either message, has one campaign for each half too', async () => {
  const edits = fc.array(fc.constantFrom('', '!', '?'), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(FORM, SWAPPED), fates, edits, async (form, ends, changes) => {
      const server = new Server(ends);
      const { second } = await publish(form, server, changes);
      expect(server.created.map(({ split }) => split?.part)).toEqual([1, 2]);
      expect(second?.name).toBe('Spring 2');
    }),
  );
});

test('where the name of the second campaign was taken since, it gets another', async () => {
  const server = new Server(['answered', 'refused']);
  const { send } = server;
  Object.assign(server, {
    send: async (request: PublishRequest) => {
      const outcome = await send(request);
      if (!outcome.ok) server.names.add('Spring 2');
      return outcome;
    },
  });
  const campaign = await publish(FORM, server);
  expect([campaign.name, campaign.second?.name]).toEqual(['Spring', 'Spring 3']);
});

test('the calls that are allowed, in all and a minute, are divided between the halves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 100_000 }), async (count) => {
      const server = new Server([]);
      await publish({ ...FORM, maxCalls: count, callsPerMinute: count }, server);
      const shares = server.sent.map(({ form }) => [form.maxCalls ?? 0, form.callsPerMinute ?? 0] as const);
      expect(shares.reduce((sum, [calls]) => sum + calls, 0)).toBe(count);
      expect(shares.reduce((sum, [, pace]) => sum + pace, 0)).toBe(count);
    }),
  );
});
