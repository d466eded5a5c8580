import { readNumber } from '#shared/contacts/phone-number.ts';
import type { Fix, MessageFinding, MessageToLint } from './finding.ts';
import { spokenNumbers } from './spoken-numbers.ts';

const TOLL_FREE = /^18(?:00|22|33|44|55|66|77|88)/;

/** The numbers that matter to a message, as digits with the country code. */
export interface Numbers {
  /** The call-back number of the profile; empty if there is none. */
  own: string;
  inMessage: ReadonlySet<string>;
}

export function numbersOf({ message, callbackNumber }: MessageToLint): Numbers {
  const read = readNumber(callbackNumber);
  const own = read.ok ? read.digits : '';
  return { own, inMessage: spokenNumbers(message, own) };
}

/** Returns the number that a fix adds, as it is spoken best ("202-555-0143"); undefined if none is known. */
export function numberToSay({ own, inMessage }: Numbers): string | undefined {
  const digits = own === '' ? inMessage.values().next().value : own;
  if (digits === undefined) return undefined;
  const local = /^1(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return local === null ? `+${digits}` : local.slice(1).join('-');
}

/** Returns what is wrong with the number to call back. */
export function callBackFindings({ message }: MessageToLint, numbers: Numbers): MessageFinding[] {
  const { own, inMessage } = numbers;
  if (inMessage.size === 0) return [missing(message, numberToSay(numbers))];
  return [
    ...(own !== '' && !inMessage.has(own) ? [OTHER_NUMBER] : []),
    ...([...inMessage].some((number) => TOLL_FREE.test(number)) ? [] : [NOT_TOLL_FREE]),
  ];
}

function missing(message: string, number: string | undefined): MessageFinding {
  const text =
    number === undefined
      ? 'The message says no number to call back, and your profile has none.'
      : 'The message says no number to call back.';
  return {
    code: 'callback_missing',
    kind: 'blocking',
    overridable: false,
    text,
    reason: 'A recorded call must state a telephone number of the caller (47 CFR 64.1200(b)(2)).',
    ...(number !== undefined && { fix: sentenceAtEnd(message, `Call us back at ${number}`) }),
  };
}

const OTHER_NUMBER: MessageFinding = {
  code: 'other_number',
  kind: 'advice',
  overridable: true,
  text: 'The number in the message is not the call-back number of your profile.',
  reason: 'People who call another number to opt out are not put on your do-not-call list by themselves.',
};

const NOT_TOLL_FREE: MessageFinding = {
  code: 'not_toll_free',
  kind: 'advice',
  overridable: true,
  text: 'The message says no toll-free number.',
  reason: 'Sales messages left on voicemail need a toll-free number to opt out (47 CFR 64.1200(b)(3)).',
};

/** Returns the edit that adds a sentence at the end of a message. */
export function sentenceAtEnd(message: string, sentence: string): Fix {
  const written = message.trimEnd();
  const glue = written === '' ? '' : /[.!?]["'”’)]*$/.test(written) ? ' ' : '. ';
  return {
    label: `Add: ${sentence}`,
    start: written.length,
    end: message.length,
    text: `${glue}${sentence}.`,
  };
}
