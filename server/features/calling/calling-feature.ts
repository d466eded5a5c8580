import { inTurns } from '#server/platform/lib/concurrency/in-turns.ts';
import type { Connection } from 'mongoose';
import { erases } from '#server/platform/module/erasure-step.ts';
import { Calendar } from '#shared/calling/calendar.ts';
import type { CallingRules } from '#shared/calling/calling-rules.ts';
import { planCalls, plannedEnd } from '#shared/calling/plan-calls.ts';
import type { MessageRules } from '#shared/messages/message-verdict.ts';
import type { CallingMode } from '#shared/schemas/calling/calling.ts';
import type { CallLimit } from '#shared/schemas/calling/calling-profile.ts';
import { router } from '#server/platform/trpc/trpc.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { CallingCalendar, CallingProfiles, CallingStop, PlanCalls, PlannedEnd } from './api.ts';
import { createCallLog } from './call-log/call-log.ts';
import { CallLogStore, createCallLogModel } from './call-log/call-log-store.ts';
import { createContactPlaces } from './places/contact-places.ts';
import { createCallingProfiles } from './profile/calling-profiles.ts';
import { profileSections } from './profile/export-profile.ts';
import { profileProcedures } from './profile/profile-procedures.ts';
import { CallingProfileStore, createCallingProfileModel } from './profile/profile-store.ts';
import { CallingStopStore, createCallingStopModel } from './stop/calling-stop-store.ts';
import { statusProcedures } from './stop/status-procedures.ts';

/** What calling needs of the app. */
interface CallingNeeds {
  connection: Connection;
  clock: Clock;
  /** What calls are limited by. */
  callingSettings: {
    mode: CallingMode;
    rules: CallingRules;
    messageRules: MessageRules;
    /** The limit of users who set none. */
    defaultLimit: CallLimit;
    /** The most calls a minute of the system. */
    callsPerMinute: number;
  };
  users: Pick<Users, 'byUid'>;
  accountEvents: { events: Pick<AccountEvents, 'record'> };
  callingProfiles: Pick<CallingProfiles, 'find'>;
}

/** Creates what decides when and how often a person may be called: the rules of states and the profiles of users. */
export function createCallingFeature(app: CallingNeeds) {
  const { connection, clock } = app;
  const { mode, rules, messageRules, defaultLimit, callsPerMinute } = app.callingSettings;
  const calendar = Object.assign(new Calendar(rules), { mode });
  const plan: PlanCalls = ({ pace = callsPerMinute, ...request }) =>
    inTurns(planCalls(calendar, rules, { ...request, pace: Math.min(pace, callsPerMinute) }));
  const end: PlannedEnd = ({ pace = callsPerMinute, ...request }) =>
    plannedEnd(calendar, { ...request, pace: Math.min(pace, callsPerMinute) }, mode);
  const model = createCallLogModel(connection);
  const calls = new CallLogStore(model);
  const profileModel = createCallingProfileModel(connection);
  const store = new CallingProfileStore(profileModel);
  const stopModel = createCallingStopModel(connection);
  const stops = new CallingStopStore(stopModel);
  const users = { byUid: (uid: string) => app.users.byUid(uid) };
  const profiles = createCallingProfiles({ store, users, defaultLimit });
  const events: Pick<AccountEvents, 'record'> = { record: (event) => app.accountEvents.events.record(event) };
  const stop: CallingStop = {
    isStopped: async () => (await stops.current()) !== undefined,
    stoppedAt: async () => (await stops.current())?.at,
  };
  return {
    router: router({
      ...profileProcedures({ store, profiles, clock, events, messageRules }),
      ...statusProcedures({ users, stop }),
    }),
    profiles,
    calendar: calendar as CallingCalendar,
    planCalls: plan,
    plannedEnd: end,
    places: createContactPlaces(),
    /** The switch that stops all calls of this deployment. */
    stops,
    stop,
    callLog: createCallLog({
      store: calls,
      calendar,
      clock,
      limitOf: async (userId) => (await app.callingProfiles.find(userId)).callLimit,
    }),
    exported: { sections: profileSections(profiles) },
    erasure: [
      erases('log of calls', ({ uid }) => calls.erase(uid)),
      erases('calling profile', ({ uid }) => store.erase(uid)),
    ],
    models: [model, profileModel, stopModel] as const,
  };
}
