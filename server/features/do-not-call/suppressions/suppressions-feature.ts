import type { Connection } from 'mongoose';
import { erases } from '#server/platform/module/erasure-step.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Subscriptions } from '#server/features/billing/api.ts';
import type { IdempotencyKeyStore } from '#server/platform/idempotency/idempotency-key-store.ts';
import type { Spool } from '#server/platform/lib/uploads/spool.ts';
import type { ChangedNumbers, DoNotCallList } from './api.ts';
import { createRemovalModel, RemovalStore } from './removal-store.ts';
import { createRoomModel, RoomStore } from './room-store.ts';
import { createSuppressionModel } from './suppression-model.ts';
import { SuppressionStore } from './suppression-store.ts';
import { createOperatorList } from './operator-list.ts';
import { createSuppressionsRouter } from './suppressions-router.ts';
import { numberSections } from './export-numbers.ts';
import { presentNumber, presentRemoval } from './present-number.ts';
import { entryOf } from './remove-number.ts';

/** Creates users' do-not-call lists: procedures for the UI, and the list for the drop engine. */
export function createSuppressionsFeature({
  connection,
  clock,
  subscriptions,
  spool,
  idempotencyKeys,
}: {
  connection: Connection;
  clock: Clock;
  subscriptions: Pick<Subscriptions, 'isSubscribed' | 'isPastDue'>;
  /** Where lists of numbers are received. */
  spool: Spool;
  idempotencyKeys: IdempotencyKeyStore;
}) {
  const model = createSuppressionModel(connection);
  const removalModel = createRemovalModel(connection);
  const roomModel = createRoomModel(connection);
  const store = new SuppressionStore(model);
  const removals = new RemovalStore(removalModel);
  const rooms = new RoomStore(roomModel, clock);
  const doNotCall: DoNotCallList = {
    among: (userId, phones) => store.notToCall(userId, phones),
    addRequested: (request) => store.addRequests([{ ...request, at: clock.now() }]),
    async addReported({ userId, campaignName, phones }) {
      const at = clock.now();
      await store.addRequests(
        phones.map((phone) => ({ userId, phone, source: 'carrier report', campaignName, at })),
      );
    },
  };
  const numbers: ChangedNumbers = {
    async addedSince(userId, from, limit) {
      const found = await store.addedSince(userId, from, limit);
      return found.map((row) => ({ id: row._id.toHexString(), batch: row.batch, view: presentNumber(row) }));
    },
    async removedSince(userId, from, limit) {
      const found = await removals.since(userId, from, limit);
      const phones = found.map(({ phone }) => phone);
      const listed = await store.entriesOf(userId, phones);
      return found.map((row) => ({
        id: row._id,
        isListed: listed.has(entryOf(row)),
        view: presentRemoval(row),
      }));
    },
  };
  return {
    router: createSuppressionsRouter({
      store,
      rooms,
      removals,
      clock,
      subscriptions,
      spool,
      idempotencyKeys,
    }),
    doNotCall,
    numbers,
    /** The list that holds for all users. */
    operatorList: createOperatorList({ store, removals, clock }),
    /** Returns part of what a user removed from the list, latest first. */
    removals: removals.page.bind(removals),
    exported: { sections: numberSections(store, removals) },
    erasure: [
      erases('do-not-call list', async ({ uid }) => {
        await Promise.all([store.erase(uid), removals.erase(uid), rooms.erase(uid)]);
      }),
    ],
    models: [model, removalModel, roomModel] as const,
  };
}
