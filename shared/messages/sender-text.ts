import { numbersOf, numberToSay } from './lint/call-back.ts';
import { spokenName } from './lint/caller-name.ts';
import { sentencesOf } from './lint/words.ts';
import { findPlaceholders } from './message-template.ts';

/** Who a text says is calling, from the profile; empty for what is not given. */
export interface TextSender {
  businessName: string;
  callbackNumber: string;
}

/** The placeholders of texts about the sender. They are filled before such a text becomes part of a message. */
const SENDER_FIELDS = ['business', 'number'];

/** Returns the error for a text about the sender that has other placeholders, or null. */
export function senderTextProblem(text: string): string | null {
  const others = findPlaceholders(text).filter(
    ({ name, fallback }) => !SENDER_FIELDS.includes(name) || fallback !== '',
  );
  return others.length === 0 ? null : 'Only {business} and {number} can stand here';
}

/**
 * Returns a text with the name and the number of the sender in place of `{business}` and `{number}`. Sentences with one that is
 * not known are left out; other placeholders stay.
 */
export function fillSender(text: string, sender: TextSender): string {
  return senderSentences(text, sender).join('').trim();
}

/** Returns the sentences of a text filled like that, with the spaces around them; the stop of "Co." in the name ends none. */
export function senderSentences(text: string, { businessName, callbackNumber }: TextSender): string[] {
  const number = numberToSay(numbersOf({ message: '', businessName, callbackNumber })) ?? '';
  const business = spokenName(businessName);
  const isKnown = (sentence: string) =>
    (business !== '' || !sentence.includes('{business}')) &&
    (number !== '' || !sentence.includes('{number}'));
  const name = business.replace(/\.$/, '');
  const split = name === '' ? text : text.replaceAll(name, '_'.repeat(name.length));
  return sentencesOf(split)
    .map(({ start, end }) => text.slice(start, end))
    .filter(isKnown)
    .map((sentence) =>
      sentence
        .replaceAll('{number}', () => number)
        .replaceAll(/\{business\}(\.?)/g, (_whole, stop: string) =>
          business.endsWith('.') ? business : business + stop,
        ),
    );
}
