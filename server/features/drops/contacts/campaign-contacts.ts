import { callRetry, callReasonKey, isWorthARetry, type CallReasonKey } from '#shared/call-reasons.ts';
import { ANYWHERE } from '#shared/calling/window-class.ts';
import type { WindowCount } from '#shared/schemas/calling/calling-plan.ts';
import { countOutcomes, type OutcomeRecords } from '#server/features/drops/settlement/count-outcomes.ts';
import type { RecountStore } from '#server/features/drops/settlement/recount-store.ts';
import type { TooOften } from '#server/features/calling/api.ts';
import type { DoNotCallList } from '#server/features/do-not-call/suppressions/api.ts';
import type { CallStore } from './call-store.ts';
import type { LeftOutStore } from './left-out-store.ts';
import type { ContactStore } from './contact-store.ts';
import type { FailedContact, RetryStore } from './retry-store.ts';

/** Failed calls per query. */
const BATCH = 1_000;

/** Where the calls are stored, and which numbers are never called. */
interface ContactsDeps {
  contacts: ContactStore;
  retries: RetryStore;
  calls: Pick<CallStore, 'listWindows' | 'countWindows'>;
  leftOut: LeftOutStore;
  doNotCall: DoNotCallList;
  campaigns: OutcomeRecords;
  recounts: RecountStore;
}

/** Which failed calls to retry. */
interface RetryableCalls {
  campaignId: string;
  userId: string;
  /** Those that failed for one of these; all but those not worth a retry where unset. */
  reasons?: readonly CallReasonKey[] | undefined;
  /** Those with these numbers; all where unset. */
  among?: readonly number[] | undefined;
  tooOften: TooOften;
}

/** The same, and under which preparation and run. */
interface RequeueRequest extends RetryableCalls {
  preparationId: string;
  run: number;
}

/** How many failed calls a retry would make again, and how many it would leave out. */
export interface RetryCount {
  calls: number;
  suppressed: number;
  tooOften: number;
  /** After their failure the carrier advises against another call, and the retry does not name it. */
  advisedAgainst: number;
}

interface RetryBatch extends Omit<RetryCount, 'calls'> {
  callable: FailedContact[];
}

/** Yields the retryable failed calls in batches, without those to numbers that are suppressed or were called too often. */
async function* retryBatches(
  { retries, doNotCall }: Pick<ContactsDeps, 'retries' | 'doNotCall'>,
  { campaignId, userId, reasons, among, tooOften }: RetryableCalls,
): AsyncGenerator<RetryBatch> {
  let afterSeq = 0;
  for (;;) {
    const listedFailures = await retries.listRetryable(campaignId, { afterSeq, limit: BATCH, among });
    const last = listedFailures.at(-1);
    if (last === undefined) return;
    afterSeq = last.seq;
    // Versions before stored calls as retryable that are never made again.
    const retryable = listedFailures.filter((call) => callRetry(callReasonKey(call)) !== 'never');
    const wanted = retryable.filter((call) => reasons?.includes(callReasonKey(call)) ?? true);
    const failed = wanted.filter((call) => reasons !== undefined || isWorthARetry(callReasonKey(call)));
    const phones = failed.map(({ phone }) => phone);
    const [listed, often] = await Promise.all([
      doNotCall.among(userId, phones),
      tooOften(failed.map(({ phone, window = ANYWHERE }) => ({ phone, window }))),
    ]);
    const callable = failed.filter(({ phone }) => !listed.has(phone) && !often.has(phone));
    const suppressed = failed.filter(({ phone }) => listed.has(phone)).length;
    yield {
      callable,
      suppressed,
      tooOften: failed.length - callable.length - suppressed,
      advisedAgainst: wanted.length - failed.length,
    };
  }
}

/** Counts the calls that a retry would make now. */
async function countRetryable(
  deps: Pick<ContactsDeps, 'retries' | 'doNotCall'>,
  calls: RetryableCalls,
): Promise<RetryCount> {
  const count = { calls: 0, suppressed: 0, tooOften: 0, advisedAgainst: 0 };
  for await (const { callable, suppressed, tooOften, advisedAgainst } of retryBatches(deps, calls)) {
    count.calls += callable.length;
    count.suppressed += suppressed;
    count.tooOften += tooOften;
    count.advisedAgainst += advisedAgainst;
  }
  return count;
}

/**
 * Puts the failed calls of a retry back to pending. Calls `heartbeat` after each batch. Returns how many calls the
 * preparation includes.
 */
async function requeueFailed(
  deps: Pick<ContactsDeps, 'retries' | 'doNotCall'>,
  request: RequeueRequest,
  heartbeat: () => Promise<void>,
): Promise<number> {
  const { campaignId, preparationId, run } = request;
  for await (const { callable } of retryBatches(deps, request)) {
    const ids = callable.map(({ _id }) => _id);
    if (ids.length > 0) await deps.retries.requeue(campaignId, ids, preparationId, run);
    await heartbeat();
  }
  return deps.retries.countOfPreparation(campaignId, preparationId);
}

/** The contacts of campaigns, for those who prepare them. */
export interface CampaignContacts
  extends
    Pick<ContactStore, 'insert' | 'knownNumbers' | 'page' | 'stream' | 'erase' | 'eraseBefore' | 'move'>,
    Pick<RetryStore, 'undoPreparation' | 'retriedReasons'> {
  /** The contacts that campaigns leave out; undone and erased together with the others. */
  leftOut: Pick<LeftOutStore, 'insert' | 'countsOf' | 'stream' | 'eraseBefore' | 'move'>;
  /** Returns the window classes of the calls to make; calls of older versions may have none. */
  windowsOf(campaignId: string): Promise<string[]>;
  /** Counts the calls to make by window class; those of older versions without one may be anywhere. */
  countWindows(campaignId: string): Promise<WindowCount[]>;
  /** See `requeueFailed` above. */
  requeueFailed(requeue: RequeueRequest, heartbeat: () => Promise<void>): Promise<number>;
  /** See `countRetryable` above. */
  countRetryable(calls: RetryableCalls): Promise<RetryCount>;
  /** Counts the failed calls of a campaign that an older version has settled; see `count-outcomes.ts`. */
  countOutcomes(campaignId: string): Promise<void>;
}

/** Returns the contacts of campaigns over the stores of the engine. */
export function createCampaignContacts(deps: ContactsDeps): CampaignContacts {
  const { contacts, retries, calls, leftOut } = deps;
  return {
    leftOut,
    insert: (batch) => contacts.insert(batch),
    async undoPreparation(campaignId, preparationId) {
      await retries.undoPreparation(campaignId, preparationId);
      await leftOut.undo(campaignId, preparationId);
    },
    knownNumbers: (campaignId, numbers, except) => contacts.knownNumbers(campaignId, numbers, except),
    page: (list, offset, limit) => contacts.page(list, offset, limit),
    stream: (campaignId) => contacts.stream(campaignId),
    async erase(campaignId) {
      await contacts.erase(campaignId);
      await leftOut.erase(campaignId);
    },
    eraseBefore: (campaignId, seq, heartbeat, note) => contacts.eraseBefore(campaignId, seq, heartbeat, note),
    move: (from, to, heartbeat) => contacts.move(from, to, heartbeat),
    async windowsOf(campaignId) {
      return (await calls.listWindows(campaignId)).filter((window) => window !== null);
    },
    async countWindows(campaignId) {
      const counts = await calls.countWindows(campaignId);
      return counts.map(({ _id, count }) => ({ window: _id ?? ANYWHERE, count }));
    },
    requeueFailed: (requeue, heartbeat) => requeueFailed(deps, requeue, heartbeat),
    countRetryable: (calls) => countRetryable(deps, calls),
    async countOutcomes(campaignId) {
      await countOutcomes(deps, campaignId);
    },
    retriedReasons: (campaignId, preparationId) => retries.retriedReasons(campaignId, preparationId),
  };
}
