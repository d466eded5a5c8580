import type { CallReasonKey } from '#shared/call-reasons.ts';

const LATER = 'A retry at another time of day often reaches these people.';
const NUMBER = 'Check the number: it may have no mailbox. A retry seldom helps.';
const ACCOUNT = 'The carrier account of this Hark is the cause. Ask its operator, then retry.';
const CARRIER = 'Neither the number nor your message is the cause. Retry later.';
const CONSENT = 'Add the consent of these people before you call them again.';
const WRONG = 'Correct these numbers in your list. A retry cannot reach them.';
const NEVER = 'These people must not be called again. They are on your do-not-call list.';

const ADVICE: Readonly<Record<CallReasonKey, string>> = {
  '3000': ACCOUNT,
  '3001': CARRIER,
  '3002': 'Choose another voice in a new campaign.',
  '3007': ACCOUNT,
  '3011': WRONG,
  '3012': WRONG,
  '3013': ACCOUNT,
  '3014': ACCOUNT,
  '3015': CARRIER,
  '3019': ACCOUNT,
  '3021': 'Shorten the message in a new campaign.',
  '3022': ACCOUNT,
  '3028': CARRIER,
  '3033': CARRIER,
  '3040': ACCOUNT,
  '4000': NUMBER,
  '4001': 'These people have no mailbox. A retry of all failed calls leaves them out.',
  '4002':
    'These mailboxes are full. A retry of all failed calls leaves them out; try these alone in a few weeks.',
  '4004': LATER,
  '4005': LATER,
  '4006': LATER,
  '4008': 'Reword the message in a new campaign.',
  '4010': ACCOUNT,
  '4011': LATER,
  '4013': 'Others have called these numbers often lately. Retry in a few days.',
  '4016': NEVER,
  '4017': NEVER,
  '4019': NEVER,
  '4021': CARRIER,
  '6000': CARRIER,
  '6001': ACCOUNT,
  '6002': ACCOUNT,
  '6003': ACCOUNT,
  '6004': CONSENT,
  '6005': NEVER,
  '6006': CONSENT,
  '6011': CONSENT,
  suppressed: 'These numbers are on a do-not-call list. They were not called.',
  'too-often': 'These people were called as often as your limit allows. They were not called.',
  'last-day': 'The last day of calling was over before they could be called. They were not called.',
  'no-hours': 'There was no time within five weeks at which they may be called. Widen the calling hours.',
  'no-report': 'The carrier never said what became of these calls, so they are not made again.',
  other: 'The calls name the code of the carrier. Its operator can tell you what it means.',
};

/** Returns what a person can do about calls that failed for a reason. */
export function adviceFor(reason: CallReasonKey): string {
  return ADVICE[reason];
}
