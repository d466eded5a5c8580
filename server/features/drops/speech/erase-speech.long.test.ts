import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { contactEnding } from '#server/testing/system/campaign-drafts.ts';
import { BUSY } from '#server/testing/system/test-system.ts';
import { interruptAt, type Interruption } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { eraseSpeech } from './erase-speech.ts';
import {
  contactsNamed,
  PERSONAL,
  PLAIN,
  startSpeechTestSystem,
  type RecordingNode,
  type SpeechTestSystem,
} from './speech-harness.ts';
import { speechId, type SpeechDocument } from './speech-model.ts';
import { createTextSpeaker } from './text-speaker.ts';

let system: SpeechTestSystem;
let node: RecordingNode;
/** A node after the speech of a campaign with failed calls is due. */
let late: RecordingNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startSpeechTestSystem();
  node = await system.recordingNode();
  late = await system.recordingNode({ clock: createTestClock(new Date(Date.now() + 31 * DAY_MS)) });
  user = await system.web.subscriber('launch');
});
afterAll(() => system.stop());

type Store = DropsDeps['speeches'];

const speeches = () => system.web.connection.collection<SpeechDocument>('speeches');

async function sent(message: string, contacts = contactsNamed(2, 2)): Promise<string> {
  const id = await system.sending(user, message, contacts);
  await node.drops.handlers.runCampaign(id, BUSY);
  await system.finished(node, user, id);
  return id;
}

/** The speech of a campaign: record ids, object keys and media ids. */
async function speechOf(id: string) {
  const found = await system.speechesOf(id);
  return {
    ids: found.map(({ _id }) => _id),
    keys: found.map(({ objectKey }) => objectKey),
    media: found.flatMap(({ mediaId }) => mediaId ?? []),
  };
}

/** Expects that nothing is left of some speech. */
async function expectErased({ ids, keys }: Awaited<ReturnType<typeof speechOf>>): Promise<void> {
  for (const key of keys) expect(await node.engine.objects.stat(key)).toBeUndefined();
  expect(await speeches().countDocuments({ _id: { $in: ids } })).toBe(0);
}

/** The parts of the erasure in a process that is interrupted at its writes. */
function erasing(from: RecordingNode, { around }: Interruption): DropsDeps {
  const { engine } = from;
  return {
    ...engine,
    objects: around(engine.objects, ['delete']),
    carrier: around(engine.carrier, ['deleteMedia']),
    unusedSpeech: around(engine.unusedSpeech, ['detachShared', 'discard', 'removeUnused']),
  };
}

/** Number of writes of an erasure of one text that nobody else uses. */
const WRITES = 4;
const moments = Array.from({ length: WRITES }, (_, index) => index + 1).flatMap((nth) =>
  (['before', 'after'] as const).map((when) => ({ nth, when })),
);

describe('erasing the speech of a campaign', () => {
  it('deletes its recordings at the carrier, but not those that another campaign uses', async () => {
    const [one, other] = [await sent(PERSONAL, contactsNamed(3, 3)), await sent(PERSONAL)];
    const [all, shared] = [await speechOf(one), await speechOf(other)];
    expect([all.media.length, shared.media.length]).toEqual([3, 2]);
    await system.web.as(user).delete({ id: one });
    await node.drops.handlers.settleCampaign(one);
    expect(node.deleted).toEqual(all.media.filter((media) => !shared.media.includes(media)));
    await system.web.as(user).delete({ id: other });
    await node.drops.handlers.settleCampaign(other);
    expect(node.deleted.toSorted()).toEqual(all.media.toSorted());
    await expectErased(all);
  });

  it.each(moments)('is completed after a death $when write $nth', async ({ nth, when }) => {
    const id = await sent(`Death ${String(nth)} ${when}.`, contactsNamed(1, 1));
    const speech = await speechOf(id);
    const death = interruptAt(nth, when);
    const deps = erasing(node, death);
    void eraseSpeech(deps, { id, runEpoch: 1 }, BUSY.heartbeat);
    await death.reached;
    await late.drops.handlers.cleanUp(BUSY);
    await expectErased(speech);
    expect([...node.deleted, ...late.deleted]).toEqual(expect.arrayContaining(speech.media));
  });

  it.each(moments)(
    'leaves a new campaign all it needs: suspended $when write $nth',
    async ({ nth, when }) => {
      const text = `New campaign ${String(nth)} ${when}.`;
      const contacts = contactsNamed(2, 2);
      const id = await sent(text, contacts);
      const pause = interruptAt(nth, when);
      const erased = eraseSpeech(erasing(node, pause), { id, runEpoch: 1 }, BUSY.heartbeat);
      await pause.reached;
      const next = await system.sending(user, text, contacts);
      await node.drops.handlers.runCampaign(next, BUSY);
      pause.resume();
      await erased;
      await system.finished(node, user, next);
      await system.expectDelivered(next, contacts, () => text);
      const speech = await speechOf(next);
      expect(speech.media.length).toBe(1);
      expect(node.deleted).not.toContain(speech.media[0]);

      await eraseSpeech(node.engine, { id: next, runEpoch: 1 }, BUSY.heartbeat);
      await expectErased(speech);
      expect(node.deleted).toContain(speech.media[0]);
    },
  );

  it('finds a text that two campaigns leave at the same moment', async () => {
    const [first, second] = [await sent(PLAIN), await sent(PLAIN)];
    const speech = await speechOf(first);
    const slow = interruptAt(1, 'before');
    const erased = eraseSpeech(erasing(node, slow), { id: first, runEpoch: 1 }, BUSY.heartbeat);
    await slow.reached;
    await eraseSpeech(node.engine, { id: second, runEpoch: 1 }, BUSY.heartbeat);
    slow.resume();
    await erased;
    await expectErased(speech);
    expect(node.deleted).toContain(speech.media[0]);
  });
});

describe('a clean-up of speech that is due', () => {
  const steps = ['listExclusive', 'discard', 'detachShared'] as const;
  it.each(steps)('keeps the recordings of a retry that begins before its %s', async (step) => {
    const text = `Retried before ${step}.`;
    const id = await sent(text, [contactEnding('0005'), contactEnding('1001')]);
    const speech = await speechOf(id);
    if (step === 'detachShared') await sent(text, contactsNamed(1, 1));
    const pause = interruptAt(1, 'before');
    const deps = { ...late.engine, unusedSpeech: pause.around(late.engine.unusedSpeech, [step]) };
    const { openCampaigns } = late.engine;
    const due = (await openCampaigns.listSpeechDue(100)).find((campaign) => campaign.id === id);
    const erased = eraseSpeech(deps, due ?? expect.fail('not due'), BUSY.heartbeat);
    await pause.reached;
    await system.web.as(user).retry({ id });
    await late.drops.handlers.runCampaign(id, BUSY);
    pause.resume();
    await erased;
    const used = late.placed.at(-1)?.content;
    expect(used).toEqual({ kind: 'media', mediaId: speech.media[0] });
    expect([...node.deleted, ...late.deleted]).not.toContain(speech.media[0]);
    expect((await speechOf(id)).media).toEqual(speech.media);
    await system.finished(node, user, id);
  });
});

describe('a clean-up of old speech', () => {
  it('erases what campaigns left behind that need none, and keeps what others use', async () => {
    const [finished, open] = [
      await sent('Finished long ago.'),
      await system.sending(user, PLAIN, contactsNamed(1, 1)),
    ];
    await late.drops.handlers.cleanUp(BUSY);
    const deleted = await sent('Deleted long ago.');
    await system.web.as(user).delete({ id: deleted });
    await node.drops.handlers.settleCampaign(deleted);
    const before = new Date(Date.now() - 10 * DAY_MS);
    const left: [string, string][] = [
      // Of a worker that was suspended while its campaign was erased.
      ['late-worker', `${finished}:1`],
      ['gone-campaign', 'gone:2'],
      ['deleted-campaign', `${deleted}:1`],
      // Of an earlier version, which did not note the run epoch.
      ['earlier-version', finished],
      ['open-campaign', `${open}:1`],
    ];
    for (const [id, owner] of left) {
      await node.engine.speeches.register(owner, [id], before);
      await node.engine.speeches.noteMedia(id, `media-${id}`);
    }
    await node.engine.speeches.register('gone:2', ['open-campaign'], before);
    await late.drops.handlers.cleanUp(BUSY);
    const kept = await speeches()
      .find({ _id: { $in: left.map(([id]) => id) } })
      .toArray();
    expect(kept).toMatchObject([{ _id: 'open-campaign', campaigns: [`${open}:1`] }]);
    const gone = left.slice(0, -1).map(([id]) => `media-${id}`);
    expect(late.deleted).toEqual(expect.arrayContaining(gone));
    expect(late.deleted).not.toContain('media-open-campaign');
  });
});

describe('a list of old texts', () => {
  it('has each text once, though many are of the same moment', async () => {
    const { speeches: store, unusedSpeech } = node.engine;
    const at = new Date(0);
    const ids = [1, 2, 3, 4, 5].map((n) => `same-moment-${String(n)}`);
    await store.register('old:1', ids, at);
    const listed: string[] = [];
    let page = await unusedSpeech.listOld(at, undefined, 2);
    for (; page.length > 0; page = await unusedSpeech.listOld(at, page.at(-1), 2))
      listed.push(...page.map(({ _id }) => _id));
    expect(listed).toEqual(ids);
  });
});

describe('a recording at the carrier', () => {
  it('is deleted with its text if the worker died while it uploaded it', async () => {
    const id = await system.sending(user, 'Uploaded by a dead worker.', contactsNamed(1, 1));
    const dying = await system.recordingNode();
    const death = interruptAt(1, 'after');
    const { engine, synthesizer } = dying;
    const carrier = death.around(engine.carrier, ['addMedia']);
    const speaker = createTextSpeaker({ ...engine, synthesizer, carrier }, 1);
    void runCampaign({ ...engine, speaker }, id, BUSY);
    await death.reached;
    expect(dying.added.length).toBe(1);
    await node.drops.handlers.runCampaign(id, BUSY);
    await system.finished(node, user, id);
    const speech = await speechOf(id);
    expect(speech.media).not.toEqual(dying.added);
    await eraseSpeech(node.engine, { id, runEpoch: 1 }, BUSY.heartbeat);
    expect(node.deleted).toEqual(expect.arrayContaining([...dying.added, ...speech.media]));
  });

  it('is not uploaded for a campaign that is erased meanwhile', async () => {
    const id = await system.sending(user, 'Erased before its upload.', contactsNamed(1, 1));
    const slow = interruptAt(1, 'before');
    const working = await system.recordingNode();
    const { engine, synthesizer } = working;
    const speeches = slow.around(engine.speeches, ['noteMedia']);
    const speaker = createTextSpeaker({ ...engine, synthesizer, speeches }, 1);
    const run = runCampaign({ ...engine, speaker }, id, BUSY);
    await slow.reached;
    const speech = await speechOf(id);
    await system.web.as(user).pause({ id });
    await system.web.as(user).delete({ id });
    await node.drops.handlers.settleCampaign(id);
    slow.resume();
    await run;
    expect([working.added, working.placed]).toEqual([[], []]);
    expect(working.deleted).toEqual(working.begun);
    await expectErased(speech);
  });

  it('that is refused as it was deleted meanwhile says nothing about its text', async () => {
    const { engine, synthesizer } = node;
    const spoken = { account: 'a', providerVoiceId: 'v', text: 'Deleted during its upload.' };
    const carrier: VoicemailCarrier = {
      ...engine.carrier,
      async addMedia({ onCreated }) {
        await onCreated?.('deleted-media');
        await eraseSpeech(engine, { id: 'uploading', runEpoch: 1 }, BUSY.heartbeat);
        throw new ProviderRejected('There is no such recording.');
      },
    };
    await engine.speeches.register('uploading:1', [speechId(spoken)], new Date());
    const speaker = createTextSpeaker({ ...engine, synthesizer, carrier }, 1);
    expect(await speaker.speak(spoken, 'ann', BUSY.signal)).toEqual({ kind: 'skipped' });
  });

  it('is not recorded for its text once it was discarded, also if the text is used again', async () => {
    const { engine } = node;
    const [id, first, second] = ['late-text', 'first:1', 'second:1'];
    await engine.speeches.register(first, [id], new Date());
    expect(await engine.speeches.noteMedia(id, 'late-media')).toBe(true);
    await eraseSpeech(engine, { id: 'first', runEpoch: 1 }, BUSY.heartbeat);
    await engine.speeches.register(second, [id], new Date());
    expect(await engine.speeches.record(id, 'late-media')).toBeUndefined();
    expect(await engine.speeches.register(second, [id], new Date())).toEqual(new Map());
  });

  it.each([
    ['texts', (store: Store, id: string) => store.register('again:1', [id], new Date())],
    ['one text', (store: Store, id: string) => store.registerOne('again:1', id, new Date())],
  ])('is not due to be deleted while its text is used again, as one of %s', async (name, register) => {
    const { speeches: store, unusedSpeech } = node.engine;
    const id = `used-again-as-${name.replace(' ', '-')}`;
    await store.register('before:1', [id], new Date());
    await store.noteMedia(id, `media-${name}`);
    await unusedSpeech.discard(['before:1'], [id], new Date(0));
    const due = async () => (await unusedSpeech.listDue(new Date(), 100)).map(({ _id }) => _id);
    expect(await due()).toContain(id);
    await register(store, id);
    expect(await due()).not.toContain(id);
    await eraseSpeech(node.engine, { id: 'again', runEpoch: 1 }, BUSY.heartbeat);
    expect(node.deleted).toContain(`media-${name}`);
  });

  it('is deleted although it was discarded while another one of its text was deleted', async () => {
    const { speeches: store, unusedSpeech } = node.engine;
    const [id, use] = ['discarded-twice', 'twice:1'];
    const discard = async (media: string) => {
      await store.register(use, [id], new Date());
      await store.noteMedia(id, media);
      await unusedSpeech.discard([use], [id], new Date(0));
    };
    await discard('one');
    const due = (await unusedSpeech.listDue(new Date(), 100)).find(({ _id }) => _id === id);
    await discard('two');
    await unusedSpeech.removeUnused(due ?? expect.fail('not due'));
    expect(await speeches().findOne({ _id: id })).toMatchObject({ discarded: ['two'] });
    await unusedSpeech.removeUnused({ _id: id, discarded: ['two'] });
  });

  const refusals = [
    ['is deleted later if the carrier is unavailable', new ProviderUnavailable('away'), 1],
    ['is given up if the carrier refuses', new ProviderRejected('never'), 0],
  ] as const;
  it.each(refusals)('%s, and the campaign is erased at once', async (what, error, left) => {
    const id = await sent(what, contactsNamed(1, 1));
    const speech = await speechOf(id);
    let refused = 0;
    const refusing = (real: VoicemailCarrier): VoicemailCarrier => ({
      ...real,
      deleteMedia: () => {
        refused += 1;
        return Promise.reject(error);
      },
    });
    const down = await system.recordingNode({ carrier: refusing });
    await system.web.as(user).delete({ id });
    await down.drops.handlers.settleCampaign(id);
    expect(refused).toBe(1);
    expect(await node.stores.campaigns.find(id)).toMatchObject({ status: 'Deleted' });
    for (const key of speech.keys) expect(await node.engine.objects.stat(key)).toBeUndefined();
    const [text = ''] = speech.ids;
    expect(await speeches().countDocuments({ _id: text })).toBe(left);

    // Not before its delay is over.
    await node.drops.handlers.cleanUp(BUSY);
    expect(node.deleted).not.toContain(speech.media[0]);
    await speeches().updateOne({ _id: text }, { $set: { discardAt: new Date(0) } });
    await node.drops.handlers.cleanUp(BUSY);
    await expectErased(speech);
    expect(node.deleted.includes(speech.media[0] ?? '')).toBe(left === 1);
  });
});
