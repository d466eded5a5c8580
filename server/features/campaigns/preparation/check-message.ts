import { LINT_VERSION } from '#shared/messages/message-lint.ts';
import { messageVerdict, refusalsOf, type MessageProblem } from '#shared/messages/message-verdict.ts';
import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { MessageCheck } from '#server/features/campaigns/preparation/message-check-model.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';

/** A message that a user wants to have spoken. */
export interface MessageToCheck {
  uid: string;
  message: string;
  /** Codes of findings that the user overrides. */
  overrides: readonly string[] | undefined;
}

/**
 * Checks a message by the calling rules and returns what was found, to be recorded with the campaign. Throws
 * MESSAGE_INCOMPLETE for blocking findings where the rules are enforced, and INVALID_INPUT for placeholders that no list has.
 */
export async function checkMessage(
  { callingProfiles, messageRules, clock }: Pick<CampaignsDeps, 'callingProfiles' | 'messageRules' | 'clock'>,
  { uid, message, overrides = [] }: MessageToCheck,
): Promise<MessageCheck> {
  const { businessName, callbackNumber = '' } = await callingProfiles.find(uid);
  const verdict = messageVerdict({
    message,
    // The columns of the list and the people on it are checked where it is read.
    own: 'any',
    unreached: 0,
    sender: { businessName, callbackNumber, rules: messageRules },
    overrides,
  });
  const refusals = refusalsOf(verdict);
  if (refusals.length > 0) throw refusal(refusals);
  const { findings } = verdict;
  return {
    version: LINT_VERSION,
    findings: findings.map(({ code, kind, text }) => ({ code, kind, text })),
    overrides: findings.filter(({ code }) => overrides.includes(code)).map(({ code }) => code),
    userId: uid,
    at: clock.now(),
  };
}

function refusal(refusals: readonly MessageProblem[]): AppError {
  const unknown = refusals.find(({ code }) => code === 'unknown_placeholder');
  if (unknown !== undefined) return invalidField('message', unknown.text);
  const text = refusals.map((problem) => problem.text).join(' ');
  return new AppError('MESSAGE_INCOMPLETE', text, { fields: { message: text } });
}

/** Returns what an API response says of the check of a message. */
export function warningsOf(check: MessageCheck | undefined): { code: string; text: string }[] {
  return check?.findings.map(({ code, text }) => ({ code, text })) ?? [];
}
