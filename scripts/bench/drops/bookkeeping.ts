import { MINUTE_MS } from '#shared/time-units.ts';
import { ANYWHERE } from '#shared/calling/window-class.ts';
import { formatNumber } from '#shared/formats.ts';
import { attemptId } from '#server/features/drops/placement/attempt-id.ts';
import { CallResultStore } from '#server/features/drops/contacts/call-result-store.ts';
import { CallStore } from '#server/features/drops/contacts/call-store.ts';
import {
  createClaimModel,
  type ClaimDocument,
  type FrozenSpeech,
  ClaimStore,
} from '#server/features/drops/claims/claim-store.ts';
import { createContactModel } from '#server/features/drops/contacts/contact-model.ts';
import { ContactStore } from '#server/features/drops/contacts/contact-store.ts';
import { ReportRecorder } from '#server/features/drops/reports/report-recorder.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { NO_METRICS } from '#server/platform/lib/observability/metrics.ts';
import { compare, type BenchResult, type CompareOptions, type Contender } from '../bench.ts';
import { benchContact } from '../data/contact-rows.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import type { BenchDatabase } from '../data/database.ts';
import { measured, type Sample } from '../measure/sample.ts';

/** The slow variant only processes a part. */
const DROPS_ONE_BY_ONE = 500;
const BARE_BATCH = 5_000;
const BATCH = 1_000;
const CONCURRENCY = 3;
const SPEECH: FrozenSpeech = { kind: 'media', mediaId: 'media' };
const LEASE_MS = MINUTE_MS;
/** The rules that are recorded with each call. */
const APPLIED = new Map([
  [ANYWHERE, { zone: 'America/New_York', from: '09:00', to: '20:00', rules: ['Hark default'] }],
]);

/** The engine's real stores. */
type Books = Awaited<ReturnType<typeof openBooks>>;

/**
 * The engine's writes per drop, from the contact to its report (create, claim, placed, reported), against bare
 * inserts of the same documents (=1.00), and against the same writes one drop at a time.
 */
export async function benchBookkeeping(
  database: BenchDatabase,
  drops: number,
  options: CompareOptions,
): Promise<BenchResult[]> {
  const books = await openBooks(database);
  const hark: Contender = { name: 'hark', portion: () => keepBooks(books, drops) };
  const bare = { name: 'bare insertMany', portion: () => insertBare(database, drops) };
  const single = { name: 'one at a time', portion: () => keepBooksOneByOne(books) };
  const bench = `bookkeeping of ${formatNumber(drops)} drops`;
  return [
    ...(await compare(bench, [bare, { ...hark, goal: { atLeast: 0.2 } }], options)),
    ...(await compare('bookkeeping, by the drop', [single, { ...hark, goal: { atLeast: 150 } }], options)),
  ];
}

async function openBooks({ connection }: BenchDatabase) {
  const model = createContactModel(connection);
  const claimModel = createClaimModel(connection);
  await Promise.all([model.createIndexes(), claimModel.createIndexes()]);
  const calls = new CallStore(model);
  const recorder = new ReportRecorder({
    results: new CallResultStore(model),
    campaigns: { find: () => Promise.resolve(undefined), pause: () => Promise.resolve(false) },
    jobs: { notify: () => Promise.resolve(), settle: () => Promise.resolve() },
    doNotCall: { addReported: () => Promise.resolve() },
    clock: systemClock,
    realTime: systemClock,
    metrics: NO_METRICS,
    log: createLogger('warn'),
    onRecorded: () => undefined,
  });
  return {
    model,
    calls,
    recorder,
    contacts: new ContactStore(model, () => ANYWHERE),
    claims: new ClaimStore(claimModel),
  };
}

/** Measures a new campaign; its contacts are removed afterwards. */
async function keepBooks(books: Books, drops: number): Promise<Sample> {
  const campaignId = newId();
  const sample = await measured(drops, async () => {
    let next = 0;
    const runner = async (): Promise<void> => {
      for (let at = next; at < drops; at = next) {
        next += BATCH;
        await keepBatch(books, campaignId, at, Math.min(BATCH, drops - at));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, runner));
  });
  await books.model.collection.deleteMany({});
  return sample;
}

/** Measures drops that are written one after the other. */
async function keepBooksOneByOne(books: Books): Promise<Sample> {
  const campaignId = newId();
  const sample = await measured(DROPS_ONE_BY_ONE, async () => {
    for (let at = 0; at < DROPS_ONE_BY_ONE; at += 1) await keepBatch(books, campaignId, at, 1);
  });
  await books.model.collection.deleteMany({});
  return sample;
}

/** Passes a batch of contacts through the stores like creation, claims, placement and reports do. */
async function keepBatch(
  { contacts, calls, claims, recorder }: Books,
  campaignId: string,
  from: number,
  size: number,
): Promise<void> {
  const list = Array.from({ length: size }, (_, n) => benchContact(from + n));
  await contacts.insert({
    campaignId,
    preparationId: 'create',
    run: 1,
    firstSeq: from + 1,
    later: false,
    contacts: list,
  });
  const pending = await calls.listPending(campaignId, {
    afterSeq: from,
    voidedPreparations: [],
    limit: size,
  });
  const ids = pending.map(({ _id }) => _id);
  const attempts = pending.map(({ seq }) => attemptId({ campaignId, seq, run: 1 }));
  const claim: ClaimDocument = {
    _id: newId(),
    campaignId,
    run: 1,
    runEpoch: 1,
    state: 'claiming',
    holder: 'bench',
    leaseUntil: new Date(Date.now() + LEASE_MS),
    firstClaimedAt: new Date(),
    drops: pending.map(({ _id, seq, phone }, n) => ({
      contactId: _id,
      seq,
      attemptId: attempts[n] ?? '',
      to: phone,
      speech: SPEECH,
    })),
    seqs: pending.map(({ seq }) => seq),
  };
  await claims.insert(claim);
  await calls.claim(claim, ids, claim.firstClaimedAt, APPLIED);
  await claims.startPlacing(claim, new Date(Date.now() + LEASE_MS));
  await calls.markPlaced(campaignId, ids, claim._id);
  await claims.markPlaced(claim, new Date(Date.now() + LEASE_MS));
  await Promise.all(
    pending.map(({ phone }, n) => recorder.record(dropReport({ attemptId: attempts[n] ?? '', to: phone }))),
  );
}

/** Inserts the same contacts into a collection with only the `_id` index. */
async function insertBare({ connection }: BenchDatabase, drops: number): Promise<Sample> {
  const bare = connection.collection('bare');
  const campaignId = newId();
  const rows = Array.from({ length: drops }, (_, seq) => ({ campaignId, seq, fields: benchContact(seq) }));
  const sample = await measured(drops, async () => {
    for (let at = 0; at < drops; at += BARE_BATCH) await bare.insertMany(rows.slice(at, at + BARE_BATCH));
  });
  await bare.deleteMany({});
  return sample;
}
