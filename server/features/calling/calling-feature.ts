import type { Connection } from 'mongoose';
import { erases } from '#server/platform/module/erasure-step.ts';
import { Calendar } from '#shared/calling/calendar.ts';
import type { CallingRules } from '#shared/calling/calling-rules.ts';
import { planCalls } from '#shared/calling/plan-calls.ts';
import type { CallingMode } from '#shared/schemas/calling/calling.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { CallingCalendar, PlanCalls } from './api.ts';
import { createCallLog, type CallLogDeps } from './call-log/call-log.ts';
import { CallLogStore, createCallLogModel } from './call-log/call-log-store.ts';
import { createContactPlaces } from './places/contact-places.ts';

/** What calls are limited by. */
interface CallingOptions {
  connection: Connection;
  clock: Clock;
  mode: CallingMode;
  rules: CallingRules;
  limitOf: CallLogDeps['limitOf'];
  /** The most calls a minute of the system. */
  callsPerMinute: number;
}

/** Creates what decides when and how often a person may be called, by the rules of states. */
export function createCallingFeature({
  connection,
  clock,
  mode,
  rules,
  limitOf,
  callsPerMinute,
}: CallingOptions) {
  const calendar = Object.assign(new Calendar(rules), { mode });
  const plan: PlanCalls = ({ pace = callsPerMinute, ...request }) =>
    planCalls(calendar, rules, { ...request, pace: Math.min(pace, callsPerMinute) });
  const model = createCallLogModel(connection);
  const store = new CallLogStore(model);
  return {
    calendar: calendar as CallingCalendar,
    planCalls: plan,
    places: createContactPlaces(),
    callLog: createCallLog({ store, calendar, limitOf, clock }),
    erasure: [erases('log of calls', ({ uid }) => store.erase(uid))],
    models: [model] as const,
  };
}
