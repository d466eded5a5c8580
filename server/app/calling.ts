import type { MessageRules } from '#shared/messages/message-verdict.ts';
import { callingRulesProblem } from './calling-rules-problem.ts';
import { readCallingRules } from './calling-rules.ts';
import type { AppBase } from './app-base.ts';
import { callingMode, type Env } from '#server/app/env/env.ts';

/** Voicemails to one number within a week, where a user sets no other limit. */
const LOCAL_CALLS = 1_000;
const LIVE_CALLS = 3;

/** Returns whether incomplete messages are refused: the local carrier calls nobody, so that it only warns. */
export function messageRules({ local }: Pick<Env, 'local'>): MessageRules {
  return local.carrier ? 'advised' : 'enforced';
}

/** Returns what calls are limited by. Throws `EnvError` for bad rules of an operator. */
export function callingSettings({ env, clock, log }: Pick<AppBase, 'env' | 'clock' | 'log'>) {
  const rules = readCallingRules(env);
  const problem = env.CALLING_RULES_FILE === undefined ? undefined : callingRulesProblem(rules, clock.now());
  if (problem !== undefined) log.warn({ file: env.CALLING_RULES_FILE }, problem);
  return {
    mode: callingMode(env),
    rules,
    messageRules: messageRules(env),
    defaultLimit: { calls: env.local.carrier ? LOCAL_CALLS : LIVE_CALLS, days: 7 },
    callsPerMinute: env.DROPS_PER_MINUTE,
  };
}
