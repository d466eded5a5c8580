import { sentenceAtEnd } from './lint/call-back.ts';
import { openingFix } from './lint/caller-name.ts';
import type { FindingCode, Fix, MessageToLint } from './lint/finding.ts';
import { applyFix, lintMessage } from './message-lint.ts';
import { senderSentences, type TextSender } from './sender-text.ts';

/** The signature of a profile that has none of its own. */
export const DEFAULT_SIGNATURE =
  'This is {business}. Call us back at {number}. To stop these messages call {number}.';

/** What the law asks of every message, and a signature says. */
const LEGAL: readonly FindingCode[] = ['caller_missing', 'callback_missing', 'opt_out_missing'];

/** Returns what a message lacks of what a signature says. */
export function legallyMissing(input: MessageToLint): FindingCode[] {
  return lintMessage(input).flatMap(({ code }) => (LEGAL.includes(code) ? [code] : []));
}

/**
 * Returns the edit that adds what a message lacks of a signature: who is calling after the greeting, the other sentences at the
 * end. Undefined if nothing is lacking, or the signature does not say it. What is said already is not added.
 */
export function signatureFix(input: MessageToLint, signature: string): Fix | undefined {
  const missing = legallyMissing(input);
  if (missing.length === 0) return undefined;
  const [first = '', ...rest] = spokenOf(signature, input);
  const names = first !== '' && !legallyMissing({ ...input, message: first }).includes('caller_missing');
  const opened =
    names && missing.includes('caller_missing')
      ? applyFix(input.message, openingFix(input.message, first))
      : input.message;
  const closing = neededOf({ ...input, message: opened }, names ? rest : [first, ...rest]);
  const text = withClosing(opened, closing);
  if (text === input.message) return undefined;
  return { label: 'Add signature', start: 0, end: input.message.length, text };
}

/** Returns the sentences that a message lacks: all of them if it says nothing of the kind, else the fewest. */
function neededOf(input: MessageToLint, sentences: readonly string[]): readonly string[] {
  const missing = legallyMissing(input).filter((code) => code !== 'caller_missing');
  const unsaid = sentences.filter((sentence) => !input.message.includes(sentence));
  if (missing.length > 1) return unsaid;
  const leftBy = (some: readonly string[]) =>
    legallyMissing({ ...input, message: withClosing(input.message, some) }).length;
  let kept = unsaid;
  for (const sentence of unsaid) {
    const others = kept.filter((other) => other !== sentence);
    if (leftBy(others) <= leftBy(kept)) kept = others;
  }
  return kept;
}

function withClosing(message: string, sentences: readonly string[]): string {
  if (sentences.length === 0) return message;
  return applyFix(message, sentenceAtEnd(message, sentences.join(' ').replace(/[.!?]+$/, '')));
}

/** Returns the sentences of a signature as they are said. */
function spokenOf(signature: string, sender: TextSender): string[] {
  return senderSentences(signature, sender)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
