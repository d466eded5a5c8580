import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiUtils } from '#client/app/trpc.ts';
import { dropMoment } from '#shared/drop-schedule.ts';
import { campaignDraft, type CampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { emptyForm, type WizardForm } from '#client/features/campaigns/wizard/wizard-form.ts';
import { refusal } from '#client/testing/fake-server.ts';
import { knownHalves } from './known-halves.ts';
import { publishHalves } from './publish-halves.ts';
import type { PublishRequest } from './publish-campaign.ts';
import type { PublishedCampaign, PublishOutcome } from './publish-outcome.ts';

const FORM = {
  ...emptyForm(),
  name: 'Spring',
  description: 'Open house',
  startDate: '2027-03-01',
  voiceId: 'v1',
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
const SIZE = 10;

type First = CampaignDraft['first'];
type Part = 1 | 2;

interface Stored {
  id: string;
  request: PublishRequest;
  part: Part;
  isDeleted: boolean;
}

const published = ({ id, request: { form } }: Stored): PublishedCampaign => ({
  id,
  name: form.name,
  contacts: 5,
  skipped: [{ reason: 'other half', count: SIZE - 5 }],
  dropDate: dropMoment(form.startDate ?? '', form.campaignTime),
  creditCost: 250,
  balance: 0,
});
const failed = (status: number | null, code: string | null = null): PublishOutcome => ({
  ok: false,
  failure: { text: 'No.', status, code, field: null, errors: [] },
});

/** What becomes of a request: it is answered, refused, its answer is lost, or the page is closed before it comes. */
type Fate = 'answered' | 'refused' | 'lost' | 'closed';

/** A server that creates campaigns as the real one does: one for each name and half of a test, and one answer for each key. */
class Server {
  readonly sent: PublishRequest[] = [];
  readonly created: Stored[] = [];
  /** Names that other campaigns have. */
  readonly names = new Set<string>();
  readonly #fates: readonly Fate[];

  constructor(fates: readonly Fate[] = []) {
    this.#fates = fates;
  }

  readonly send = (request: PublishRequest): Promise<PublishOutcome> => {
    const fate = this.#fates[this.sent.length] ?? 'answered';
    this.sent.push(request);
    const outcome = fate === 'refused' ? failed(402) : this.#create(request);
    if (fate === 'closed') return Promise.reject(new Error('closed'));
    return Promise.resolve(fate === 'lost' ? failed(null) : outcome);
  };

  get kept(): Stored[] {
    return this.created.filter(({ isDeleted }) => !isDeleted);
  }

  find(part: Part): Stored | undefined {
    return this.kept.find((one) => one.part === part);
  }

  delete(part: Part): void {
    const found = this.find(part);
    if (found !== undefined) found.isDeleted = true;
  }

  #create(request: PublishRequest): PublishOutcome {
    const { key, form, split } = request;
    // A stored answer outlives its campaign.
    const earlier = this.created.find((one) => one.request.key === key);
    if (earlier !== undefined && JSON.stringify(earlier.request.form) === JSON.stringify(form))
      return { ok: true, campaign: published(earlier) };
    if (earlier !== undefined) return failed(422, 'IDEMPOTENCY_MISMATCH');
    const part = split?.part ?? 1;
    if (this.find(part) !== undefined || this.#isTaken(form.name)) return failed(409, 'ALREADY_EXISTS');
    const stored = { id: `c${String(this.created.length)}`, request, part, isDeleted: false };
    this.created.push(stored);
    return { ok: true, campaign: published(stored) };
  }

  #isTaken(name: string): boolean {
    return this.names.has(name) || this.kept.some(({ request }) => request.form.name === name);
  }

  get utils(): ApiUtils {
    const get = ({ id }: { id: string }) => {
      const found = this.kept.find((one) => one.id === id);
      if (found === undefined) throw refusal('Campaign not found', { code: 'NOT_FOUND', status: 404 });
      const { form, contacts } = found.request;
      const { name, contacts: total, skipped, dropDate, creditCost } = published(found);
      const campaign = {
        id,
        name,
        total,
        skipped,
        drop_date: dropDate,
        credit_cost: creditCost,
        description: form.description,
        message: form.message,
        voice_id: form.voiceId,
        last_day: form.endDate,
        drops_per_minute: form.callsPerMinute,
        automatic_retry: null,
        calling_hours: form.callingHours,
        list_id: 'list_id' in contacts ? contacts.list_id : null,
      };
      return { campaign };
    };
    const names = () => [...this.names, ...this.kept.map(({ request }) => request.form.name)];
    const query = (answer: (input: { id: string }) => unknown) => ({
      query: (input: { id: string }) => Promise.resolve().then(() => answer(input)),
    });
    const client = {
      campaigns: {
        halves: query(() => ({ halves: this.kept.map(({ id, part }) => ({ id, part })) })),
        get: query(get),
      },
      credits: { balance: query(() => ({ balance: 0 })) },
      analytics: { campaigns: query(() => ({ rows: names().map((name) => ({ campaign_name: name })) })) },
    };
    return { client } as unknown as ApiUtils;
  }
}

/** A draft in one tab, with what it keeps between attempts. */
class Draft {
  form: WizardForm;
  listId = 'l';
  size = SIZE;
  first: First = null;
  readonly texts: string[] = [];
  readonly #server: Server;
  readonly #told = new Set<string>();
  #key = 'draft';

  constructor(server: Server, form: WizardForm = FORM) {
    this.#server = server;
    this.form = form;
  }

  async attempt(): Promise<PublishedCampaign | null> {
    const outcome = await publishHalves(this.#server.send, {
      form: this.form,
      replaces: null,
      contacts: { list_id: this.listId },
      key: this.#key,
      test: 'draft',
      onProgress: () => undefined,
      // As it was written to the draft and read again.
      first: campaignDraft.shape.first.parse(JSON.parse(JSON.stringify(this.first))),
      onFirst: (remembered) => {
        this.first = remembered;
      },
      told: this.#told,
      known: knownHalves(this.#server.utils, this.form.name, this.size),
    }).catch(() => failed(null));
    if (outcome.ok) return outcome.campaign;
    this.texts.push(outcome.failure.text);
    // As the wizard does with a key that was used for another request.
    if (outcome.failure.code === 'IDEMPOTENCY_MISMATCH') this.#key = `key-${String(this.texts.length)}`;
    return null;
  }

  edit(part: Part, text: string): void {
    const { form } = this;
    this.form =
      form.part === part
        ? { ...form, message: text }
        : { ...form, other: form.other && { ...form.other, message: text } };
  }
}

const fates = fc.array(fc.constantFrom<Fate>('answered', 'refused', 'lost', 'closed'), { maxLength: 6 });
const forms = fc.constantFrom(FORM, SWAPPED);

/** What the user does between two attempts. */
type Step = (draft: Draft, server: Server) => void;
const parts = fc.constantFrom<Part>(1, 2);
const steps = fc.array(
  fc.oneof(
    fc.tuple(parts, fc.constantFrom('Third', 'Fourth')).map(([part, text]): Step => (draft) => {
      draft.edit(part, text);
    }),
    parts.map((part): Step => (_, server) => {
      server.delete(part);
    }),
    fc.constantFrom('Summer', 'Autumn').map((name): Step => (draft) => {
      draft.form = { ...draft.form, name };
    }),
    fc.constant<Step>(() => undefined),
  ),
  { maxLength: 6 },
);

test('whichever message is shown and whatever fails, each half is scheduled once, with its own message', async () => {
  await fc.assert(
    fc.asyncProperty(forms, fates, async (form, ends) => {
      const server = new Server(ends);
      const draft = new Draft(server, form);
      let campaign: PublishedCampaign | null = null;
      for (let left = 10; campaign === null && left > 0; left -= 1) campaign = await draft.attempt();
      expect(
        server.created.map(
          ({
            request: {
              split,
              form: { name, message, messageOverrides },
            },
          }) => [split, name, message, messageOverrides],
        ),
      ).toEqual([
        [{ test: 'draft', part: 1 }, 'Spring', 'First', ['a']],
        [{ test: 'draft', part: 2 }, 'Spring 2', 'Second', ['b']],
      ]);
      expect([campaign?.name, campaign?.second?.name]).toEqual(['Spring', 'Spring 2']);
    }),
  );
});

test('whatever is edited, renamed and deleted between attempts, success is of the two campaigns that there are', async () => {
  await fc.assert(
    fc.asyncProperty(forms, fates, steps, async (form, ends, between) => {
      const server = new Server(ends);
      const draft = new Draft(server, form);
      let campaign: PublishedCampaign | null = null;
      for (let attempt = 0; campaign === null && attempt < 20; attempt += 1) {
        campaign = await draft.attempt();
        if (campaign === null) between[attempt]?.(draft, server);
      }
      expect(server.kept.map(({ part }) => part).sort()).toEqual([1, 2]);
      expect([campaign?.id, campaign?.second?.id]).toEqual([server.find(1)?.id, server.find(2)?.id]);
      const wanted = draft.form.part === 1 ? draft.form.other?.message : draft.form.message;
      const said = draft.texts.some((text) => text.includes('message 2 already, and stays as it is'));
      expect(server.find(2)?.request.form.message === wanted || said).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a first half that was deleted meanwhile is scheduled again with the second', async () => {
  const server = new Server(['answered', 'refused']);
  const draft = new Draft(server);
  expect(await draft.attempt()).toBeNull();
  server.delete(1);
  expect(await draft.attempt()).toBeNull();
  expect(draft.texts[1]).toBe('“Spring” was deleted meanwhile. Try again to schedule both messages.');
  expect(server.sent).toHaveLength(2);
  const campaign = await draft.attempt();
  expect([campaign?.id, campaign?.second?.id]).toEqual(['c1', 'c2']);
  expect(server.kept.map(({ request }) => request.split?.test)).toEqual(['draft', 'draft']);
});

test('the answer of a first half that was deleted since is not taken for a campaign', async () => {
  const server = new Server(['lost']);
  const draft = new Draft(server);
  expect(await draft.attempt()).toBeNull();
  server.delete(1);
  expect((await draft.attempt())?.id).toBe('c1');
});

test('success says of a first half that was scheduled before what its campaign says', async () => {
  const server = new Server(['answered', 'refused']);
  const draft = new Draft(server);
  await draft.attempt();
  draft.form = { ...draft.form, startDate: '2027-03-09', voiceId: 'v2' };
  const campaign = await draft.attempt();
  expect([campaign?.dropDate, campaign?.second?.dropDate]).toEqual([
    dropMoment('2027-03-01', FORM.campaignTime),
    dropMoment('2027-03-09', FORM.campaignTime),
  ]);
});

test.each([
  [
    'message',
    (draft: Draft) => {
      draft.edit(2, 'Third');
    },
  ],
  [
    'voice',
    (draft: Draft) => {
      draft.form = { ...draft.form, voiceId: 'v2' };
    },
  ],
  [
    'day',
    (draft: Draft) => {
      draft.form = { ...draft.form, startDate: '2027-03-09' };
    },
  ],
  [
    'list',
    (draft: Draft) => {
      draft.size += 1;
    },
  ],
])('a second half that was scheduled before its %s changed is not said to have it', async (_, edit) => {
  const server = new Server(['answered', 'lost']);
  const draft = new Draft(server);
  await draft.attempt();
  expect(draft.texts[0]).toBe('“Spring” is scheduled with message 1, message 2 may not be. No.');
  edit(draft);
  expect(await draft.attempt()).toBeNull();
  expect(draft.texts[1]).toMatch(/“Spring 2” is scheduled with message 2 already, and stays as it is/);
  expect((await draft.attempt())?.second?.id).toBe('c1');
  expect(server.sent).toHaveLength(2);
});

test('a first half whose answer was lost is found by its test, not by its name', async () => {
  const server = new Server(['lost']);
  const draft = new Draft(server);
  await draft.attempt();
  draft.form = { ...draft.form, name: 'Summer' };
  expect(await draft.attempt()).toBeNull();
  expect(draft.texts[1]).toMatch(/“Spring” is scheduled with message 1 already, and stays as it is/);
  const campaign = await draft.attempt();
  expect([campaign?.name, campaign?.second?.name]).toEqual(['Spring', 'Summer 2']);
});

test('the second half of another list than that of the first is not scheduled, until the first is deleted', async () => {
  const server = new Server(['lost']);
  const draft = new Draft(server);
  await draft.attempt();
  draft.listId = 'other';
  for (const _ of [1, 2]) expect(await draft.attempt()).toBeNull();
  expect(draft.texts[2]).toMatch(/“Spring” is scheduled with message 1 for another list/);
  expect(draft.first).toBeNull();
  server.delete(1);
  expect(await draft.attempt()).toMatchObject({ id: 'c1', second: { id: 'c2' } });
});

test('where the name of the second campaign was taken since, it gets another', async () => {
  const server = new Server();
  const { send } = server;
  Object.assign(server, {
    send: (request: PublishRequest) => {
      if (server.sent.length === 1) server.names.add('Spring 2');
      return send(request);
    },
  });
  const draft = new Draft(server);
  expect(await draft.attempt()).toBeNull();
  const campaign = await draft.attempt();
  expect([campaign?.name, campaign?.second?.name]).toEqual(['Spring', 'Spring 3']);
});

test('the calls that are allowed, in all and a minute, are divided between the halves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 100_000 }), async (count) => {
      const server = new Server();
      await new Draft(server, { ...FORM, maxCalls: count, callsPerMinute: count }).attempt();
      const shares = server.sent.map(({ form }) => [form.maxCalls ?? 0, form.callsPerMinute ?? 0] as const);
      expect(shares.reduce((sum, [calls]) => sum + calls, 0)).toBe(count);
      expect(shares.reduce((sum, [, pace]) => sum + pace, 0)).toBe(count);
    }),
  );
});
