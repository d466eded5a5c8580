import type { CallLimit } from '#shared/schemas/calling/calling-profile.ts';
import type { CallingCalendar, CallLog } from '#server/features/calling/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { CallLogStore, Limit } from './call-log-store.ts';

/** What the log of calls is made of. */
export interface CallLogDeps {
  store: CallLogStore;
  calendar: Pick<CallingCalendar, 'mode' | 'dailyLimit'>;
  /** Returns the limit of a user, which holds over all campaigns. */
  limitOf: (userId: string) => Promise<CallLimit>;
  clock: Clock;
}

/** Creates the log of calls, which keeps the limits of users and states. */
export function createCallLog({ store, calendar, limitOf, clock }: CallLogDeps): CallLog {
  const limitsOf = (own: CallLimit, window: string): Limit[] => {
    // The local carrier calls nobody: one list can be sent to it several times a day.
    const daily = calendar.mode === 'skip-waits' ? undefined : calendar.dailyLimit(window);
    return daily === undefined ? [own] : [own, { calls: daily, days: 1 }];
  };
  return {
    async lookUp(userId, calls) {
      const [limit, calledBefore] = await Promise.all([limitOf(userId), store.listCalled(userId, calls)]);
      return { limit, calledBefore };
    },
    async reserve(userId, calls, earlier) {
      const own = earlier?.limit ?? (await limitOf(userId));
      const limited = calls.map((call) => ({ ...call, limits: limitsOf(own, call.window) }));
      const recorded = await store.record(userId, limited, clock.now(), earlier?.calledBefore);
      return new Set(calls.map(({ attemptId }) => attemptId).filter((id) => !recorded.has(id)));
    },
    remove: (userId, calls, until) => store.remove(userId, calls, until),
    async tooOften(userId, at) {
      const own = await limitOf(userId);
      return (contacts) => {
        const limited = contacts.map(({ phone, window }) => ({ phone, limits: limitsOf(own, window) }));
        return store.reached(userId, limited, at);
      };
    },
  };
}
