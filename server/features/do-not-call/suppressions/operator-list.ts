import type { Clock } from '#server/platform/lib/clock.ts';
import { removeNumber } from './remove-number.ts';
import type { RemovalStore } from './removal-store.ts';
import { OPERATOR, type SuppressionRecord } from './suppression-model.ts';
import type { SuppressionStore } from './suppression-store.ts';

/** Rows read at a time. */
const PAGE = 500;

/** The numbers that no user of this Hark calls. */
export interface OperatorList {
  /** Adds numbers, with a reason where one is given; returns how many were new. Repeatable. */
  add(phones: readonly string[], reason: string | undefined): Promise<number>;
  /** Removes a number and records why. Throws NOT_FOUND if it is not on the list. */
  remove(phone: string, reason: string): Promise<void>;
  /** Yields the list, latest first. */
  all(): AsyncGenerator<SuppressionRecord>;
}

/** Creates the operator's list over the collections of the users' lists, so that one query reads both. */
export function createOperatorList({
  store,
  removals,
  clock,
}: {
  store: SuppressionStore;
  removals: RemovalStore;
  clock: Clock;
}): OperatorList {
  return {
    async add(phones, reason) {
      const given = reason === undefined ? {} : { reason };
      const entry = { userId: OPERATOR, source: 'added', at: clock.now(), ...given } as const;
      return (await store.add(phones.map((phone) => ({ ...entry, phone })))).length;
    },
    remove: (phone, reason) =>
      removeNumber({ store, removals, clock }, OPERATOR, phone, {
        viaApiKey: false,
        network: 'this machine',
        reason,
      }),
    async *all() {
      for (let after: { at: Date; key: string } | undefined; ;) {
        const rows = await store.page(OPERATOR, { digits: '', after, limit: PAGE });
        yield* rows;
        const last = rows.at(-1);
        if (last === undefined || rows.length < PAGE) return;
        after = { at: last.at, key: last.phone };
      }
    },
  };
}
