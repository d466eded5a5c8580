import {
  lintMessage,
  LINT_VERSION,
  refusedFindings,
  type MessageFinding,
} from '#shared/messages/message-lint.ts';
import { AppError } from '#server/platform/lib/errors.ts';
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
 * MESSAGE_INCOMPLETE for blocking findings where the rules are enforced.
 */
export async function checkMessage(
  { callingProfiles, messageRules, clock }: Pick<CampaignsDeps, 'callingProfiles' | 'messageRules' | 'clock'>,
  { uid, message, overrides = [] }: MessageToCheck,
): Promise<MessageCheck> {
  const { businessName, callbackNumber = '' } = await callingProfiles.find(uid);
  const findings = lintMessage({ message, businessName, callbackNumber });
  const refused = refusedFindings(findings, overrides, messageRules);
  if (refused.length > 0) throw incomplete(refused);
  return {
    version: LINT_VERSION,
    findings: findings.map(({ code, kind, text }) => ({ code, kind, text })),
    overrides: findings.filter(({ code }) => overrides.includes(code)).map(({ code }) => code),
    userId: uid,
    at: clock.now(),
  };
}

function incomplete(refused: readonly MessageFinding[]): AppError {
  const text = refused.map((finding) => finding.text).join(' ');
  return new AppError('MESSAGE_INCOMPLETE', text, { fields: { message: text } });
}

/** Returns what an API response says of the check of a message. */
export function warningsOf(check: MessageCheck | undefined): { code: string; text: string }[] {
  return check?.findings.map(({ code, text }) => ({ code, text })) ?? [];
}
