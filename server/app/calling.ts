import type { Connection } from 'mongoose';
import type { MessageRules } from '#shared/messages/message-lint.ts';
import { callingRulesProblem } from './calling-rules-problem.ts';
import { readCallingRules } from './calling-rules.ts';
import type { ProcessOptions } from './process-options.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { CallingProfiles, ContactPlace } from '#server/features/calling/api.ts';
import { createCallingFeature } from '#server/features/calling/calling-feature.ts';
import { createCallingProfileFeature } from '#server/features/calling/profile/profile-feature.ts';
import { callingMode, type Env } from '#server/app/env/env.ts';
import type { Clock } from '#server/platform/lib/clock.ts';

/** Voicemails to one number within a week, where a user sets no other limit. */
const LOCAL_CALLS = 1_000;
const LIVE_CALLS = 3;

/** Returns whether incomplete messages are refused: the local carrier calls nobody, so that it only warns. */
export function messageRules({ local }: Pick<Env, 'local'>): MessageRules {
  return local.carrier ? 'advised' : 'enforced';
}

/** Builds what decides when and how often a person may be called. Throws `EnvError` for bad rules of an operator. */
export function composeCalling(
  features: { callingProfiles: Pick<CallingProfiles, 'find'> },
  { env, connection, clock, log }: Pick<ProcessOptions, 'env' | 'connection' | 'clock' | 'log'>,
) {
  const rules = readCallingRules(env);
  const problem = env.CALLING_RULES_FILE === undefined ? undefined : callingRulesProblem(rules, clock.now());
  if (problem !== undefined) log.warn({ file: env.CALLING_RULES_FILE }, problem);
  return createCallingFeature({
    connection,
    clock,
    mode: callingMode(env),
    rules,
    callsPerMinute: env.DROPS_PER_MINUTE,
    // Later, as the profiles need the users of auth.
    limitOf: async (userId) => (await features.callingProfiles.find(userId)).callLimit,
  });
}

/** Returns what the drop engine uses of the calling rules. */
export function callingForDrops({
  calling: { calendar, callLog, places },
}: {
  calling: ReturnType<typeof createCallingFeature>;
}) {
  return { calendar, callLog, keyOf: (contact: ContactPlace) => places.keyOf(contact) };
}

/** Builds what users set for all of their calls. */
export function composeCallingProfile(
  features: { users: Pick<Users, 'byUid'>; accountEvents: { events: Pick<AccountEvents, 'record'> } },
  { env, connection, clock }: { env: Env; connection: Connection; clock: Clock },
) {
  return createCallingProfileFeature({
    connection,
    clock,
    users: features.users,
    events: features.accountEvents.events,
    messageRules: messageRules(env),
    defaultLimit: { calls: env.local.carrier ? LOCAL_CALLS : LIVE_CALLS, days: 7 },
  });
}
