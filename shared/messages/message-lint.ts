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

/** Returns a message after a fix. */
export function applyFix(message: string, { start, end, text }: Fix): string {
  return message.slice(0, start) + text + message.slice(end);
}
