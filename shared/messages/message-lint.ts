import { callBackFindings, numbersOf } from './lint/call-back.ts';
import { callerFinding } from './lint/caller-name.ts';
import type { Fix, MessageFinding, MessageToLint } from './lint/finding.ts';
import { optOutFinding } from './lint/opt-out.ts';
import { riskyPhraseFindings } from './lint/risky-phrases.ts';
import { capitalsFinding, lengthFinding, linkFinding } from './lint/style.ts';

export type { FindingCode, Fix, MessageFinding, MessageToLint } from './lint/finding.ts';

/** Recorded with each campaign; changes when the same message may get other findings. */
export const LINT_VERSION = 1;

/**
 * Returns what a message lacks or risks, blocking findings of the law first. It helps to follow the calling rules and is no
 * legal advice.
 */
export function lintMessage(input: MessageToLint): MessageFinding[] {
  const numbers = numbersOf(input);
  const findings = [
    ...callerFinding(input),
    ...callBackFindings(input, numbers),
    ...optOutFinding(input, numbers),
    ...riskyPhraseFindings(input.message),
    ...lengthFinding(input),
    ...capitalsFinding(input),
    ...linkFinding(input),
  ];
  return findings.sort((one, other) => Number(other.kind === 'blocking') - Number(one.kind === 'blocking'));
}

/** What blocking findings do: with a live carrier a campaign is refused, with the local one they are warnings. */
export const MESSAGE_RULES = ['enforced', 'advised'] as const;
export type MessageRules = (typeof MESSAGE_RULES)[number];

/** Returns the findings for which a campaign is refused. */
export function refusedFindings(
  findings: readonly MessageFinding[],
  overrides: readonly string[],
  rules: MessageRules,
): MessageFinding[] {
  return rules === 'enforced' ? unresolvedFindings(findings, overrides) : [];
}

/** Returns the blocking findings that are not overridden, or cannot be. */
export function unresolvedFindings(
  findings: readonly MessageFinding[],
  overrides: readonly string[],
): MessageFinding[] {
  return findings.filter(
    ({ code, kind, overridable }) => kind === 'blocking' && !(overridable && overrides.includes(code)),
  );
}

/** Returns a message after a fix. */
export function applyFix(message: string, { start, end, text }: Fix): string {
  return message.slice(0, start) + text + message.slice(end);
}
