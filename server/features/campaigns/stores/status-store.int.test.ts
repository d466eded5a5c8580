import { afterAll, beforeAll, expect, expectTypeOf, it, vi } from 'vitest';
import {
  statusesBefore,
  STORED_STATUSES,
  TRANSITIONS,
  type StatusAfter,
  type StatusBefore,
  type StatusCause,
  type StoredStatus,
} from '#shared/campaign-lifecycle.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import type { PreparedCampaign } from '#server/features/campaigns/preparation/preparation-store.ts';
import { createCampaignModel, type CampaignDocument, type CampaignModel } from './campaign-model.ts';
import { StatusStore, type OtherFields } from './status-store.ts';

let database: TestDatabase;
let model: CampaignModel;
beforeAll(async () => {
  database = await testDatabase();
  model = createCampaignModel(database.connection);
});
afterAll(() => database.stop());

const NOTHING = { set: {}, increase: {}, leftOut: {} };
const preparing = { preparationId: 'p', kind: 'create', leaseUntil: new Date(), run: 1, calls: 0 } as const;
const DELIVERED = { run: 1, delivered: 1, failed: 0, retryable: 0, reasons: {}, deducted: 0 };

type Campaign = Pick<CampaignDocument, '_id' | 'userId'> & { preparing: PreparedCampaign['preparing'] };

/** How each cause changes a campaign to a status. */
const ATTEMPTS: Record<StatusCause, (store: StatusStore, campaign: Campaign, to: never) => Promise<unknown>> =
  {
    step: (store, { _id }, to) => store.transition(_id, to),
    preparation: (store, campaign, to) =>
      to === 'Deleted'
        ? store.voidPreparation(campaign as PreparedCampaign, new Date(), new Date())
        : store.commitPreparation(campaign, { ...NOTHING, to }),
    settlement: (store, { _id }) => store.countSettlement(_id, 1, DELIVERED),
    erasure: (store, { _id, userId }) => store.markDeleted({ id: _id, userId }, new Date()),
  };

/** Tries a change twice at once, as by two processes. */
async function changeTwice(
  cause: StatusCause,
  from: StoredStatus,
  to: StoredStatus,
  stored: Partial<CampaignDocument> = cause === 'preparation' ? { preparing } : {},
) {
  const campaign = { _id: newId(), userId: 'u' };
  const counters = { runEpoch: 0, lastSettlement: 0, delivered: 0, failed: 1, retryable: 0 };
  await model.collection.insertOne({ ...campaign, ...counters, status: from, ...stored } as never);
  const onChanged = vi.fn<(changed: { _id: string; userId: string }) => void>();
  const attempt = () =>
    ATTEMPTS[cause](new StatusStore(model, { onChanged }), { ...campaign, preparing }, to as never);
  await Promise.all([attempt(), attempt()]);
  const { status, statusChanges = [], runEpoch } = (await model.findById(campaign._id).lean()) ?? {};
  return {
    status,
    runEpoch,
    recorded: statusChanges.map((change) => change.status),
    announced: onChanged.mock.calls.map(([changed]) => changed._id === campaign._id),
  };
}

const ALL = STORED_STATUSES.flatMap((from) => STORED_STATUSES.map((to) => ({ from, to })));
const causeOf = (from: StoredStatus, to: StoredStatus) =>
  (TRANSITIONS[from] as Partial<Record<StoredStatus, StatusCause>>)[to];
const IN_TABLE = ALL.flatMap(({ from, to }) => {
  const cause = causeOf(from, to);
  return cause === undefined ? [] : [{ from, to, cause }];
});
/** What each cause could wrongly change; no preparation begins in another status than it ends. */
const NOT_IN_TABLE = (['step', 'settlement', 'erasure'] as const).flatMap((cause) =>
  ALL.filter(
    ({ from, to }) =>
      causeOf(from, to) !== cause && (cause === 'step' || statusesBefore(to, cause).length > 0),
  ).map((change) => ({ ...change, cause })),
);

it.each(IN_TABLE)('$from becomes $to by a $cause once, also if tried twice', async ({ from, to, cause }) => {
  const isReported = ['Sending', 'Paused', 'Success', 'Failed'].includes(to);
  expect(await changeTwice(cause, from, to)).toEqual({
    status: to,
    runEpoch: to === 'Sending' ? 1 : 0,
    recorded: isReported ? [to] : [],
    announced: [true],
  });
});

it.each(NOT_IN_TABLE)('$from does not become $to by a $cause', async ({ from, to, cause }) => {
  const unchanged = { status: from, runEpoch: 0, recorded: [], announced: [] };
  expect(await changeTwice(cause, from, to)).toEqual(unchanged);
});

it.each(IN_TABLE.filter(({ cause }) => cause === 'step'))(
  '$from does not become $to while a preparation is in progress',
  async ({ from, to }) => {
    const found = await changeTwice('step', from, to, { preparing });
    expect(found).toEqual({ status: from, runEpoch: 0, recorded: [], announced: [] });
  },
);

it.each(IN_TABLE.filter(({ cause }) => cause === 'preparation'))(
  '$from does not become $to by a preparation that was closed',
  async ({ from, to }) => {
    const other = { preparing: { ...preparing, preparationId: 'other' } };
    const found = await changeTwice('preparation', from, to, other);
    expect(found).toEqual({ status: from, runEpoch: 0, recorded: [], announced: [] });
  },
);

it('contacts that are added, or not, change no status and are not announced', async () => {
  const onChanged = vi.fn();
  const store = new StatusStore(model, { onChanged });
  const added = { _id: newId(), userId: 'u', preparing: { ...preparing, kind: 'add' as const } };
  for (const end of [
    () => store.commitPreparation(added, NOTHING),
    () => store.voidPreparation(added as PreparedCampaign, new Date(), new Date()),
  ]) {
    await model.collection.insertOne({ ...added, status: 'Scheduled' } as never);
    await end();
    expect(await model.findById(added._id).lean()).toMatchObject({ status: 'Scheduled' });
    await model.deleteOne({ _id: added._id });
  }
  expect(onChanged).not.toHaveBeenCalled();
});

it('each settlement of a Failed campaign is announced only if it changes the status', async () => {
  const onChanged = vi.fn();
  const store = new StatusStore(model, { onChanged });
  const _id = newId();
  await model.collection.insertOne({
    _id,
    userId: 'u',
    status: 'Failed',
    lastSettlement: 0,
    delivered: 0,
    failed: 0,
  } as never);
  await store.countSettlement(_id, 1, { ...DELIVERED, delivered: 0 });
  expect(onChanged).not.toHaveBeenCalled();
  for (const n of [2, 3]) await store.countSettlement(_id, n, DELIVERED);
  expect(onChanged).toHaveBeenCalledTimes(1);
});

it('what the table does not allow does not compile', () => {
  expectTypeOf<StatusBefore<'Success', 'step'>>().toEqualTypeOf<'Sending'>();
  expectTypeOf<StatusBefore<'Sending', 'step'>>().toEqualTypeOf<'Scheduled' | 'Paused'>();
  expectTypeOf<StatusAfter<'step'>>().toEqualTypeOf<Exclude<StoredStatus, 'Preparing' | 'Deleted'>>();
  expectTypeOf<OtherFields['status']>().toEqualTypeOf<undefined>();
});
