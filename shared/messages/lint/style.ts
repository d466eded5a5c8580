import { formatCount } from '#shared/formats.ts';
import { MAX_VOICEMAIL_SECONDS } from '#shared/limits.ts';
import { isTooLong, messageLength } from '#shared/messages/message-length.ts';
import type { MessageFinding, MessageToLint } from './finding.ts';
import { sentencesOf } from './words.ts';

/**
 * Returns the finding for a message that is longer than most voicemails by its recording or by the estimate: others on the list
 * may have longer names than whom it was recorded for.
 */
export function lengthFinding({ message, seconds = 0 }: MessageToLint): MessageFinding[] {
  if (!isTooLong(Math.max(messageLength(message).seconds, seconds))) return [];
  return [
    {
      code: 'too_long',
      kind: 'blocking',
      overridable: true,
      text: `The message may take longer than ${formatCount(MAX_VOICEMAIL_SECONDS, 'second')}.`,
      reason: `Most carriers cut a voicemail off after ${formatCount(MAX_VOICEMAIL_SECONDS, 'second')}, and the opt-out with it.`,
    },
  ];
}

/** Four words of two or more capitals in a row; initials alone are none. */
const SHOUTED = /\p{Lu}{2,}(?:[^\p{L}{}]{1,4}\p{Lu}{2,}){3,}/gu;

/** Returns the finding for words in capitals. Its fix writes them in lower case, but for the business name. */
export function capitalsFinding({ message, businessName }: MessageToLint): MessageFinding[] {
  const shouted = message.replace(SHOUTED, (words) => words.toLowerCase());
  if (shouted === message) return [];
  const text = sentencesOf(shouted)
    .map(({ start, end }) => shouted.slice(start, end).replace(/\{[^{}]*\}|\p{L}/u, capitalOf))
    .join('');
  const at = businessName === '' ? -1 : text.toLowerCase().indexOf(businessName.toLowerCase());
  const named = at === -1 ? text : text.slice(0, at) + businessName + text.slice(at + businessName.length);
  return [
    {
      code: 'capitals',
      kind: 'advice',
      overridable: true,
      text: 'Part of the message is written in capitals.',
      reason: 'The voice may spell words in capitals letter by letter.',
      fix: { label: 'Write it in lower case', start: 0, end: message.length, text: named },
    },
  ];
}

/** A capital only where it does not change the length, so that positions still hold; placeholders stay as they are. */
function capitalOf(letter: string): string {
  if (letter.startsWith('{')) return letter;
  const capital = letter.toUpperCase();
  return capital.length === letter.length ? capital : letter;
}

const LINK =
  /(?:https?:\/\/)?(?:www\.)?([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,3}\.(?:com|net|org|io|co|info|biz|us|app|ly))(?![\p{L}\p{N}])(?:\/[^\s{}]{0,200})?/giu;

/** Returns the finding for web and mail addresses. Its fix writes them as they are said. */
export function linkFinding({ message }: MessageToLint): MessageFinding[] {
  const text = message.replace(LINK, (link, domain: string) => {
    const stop = /[.,!?]+$/.exec(link)?.[0] ?? '';
    return domain.replaceAll('.', ' dot ') + (link.endsWith(domain) ? '' : stop);
  });
  if (text === message) return [];
  return [
    {
      code: 'link',
      kind: 'advice',
      overridable: true,
      text: 'The message contains a web address.',
      reason: 'Nobody can tap a link in a voicemail; say it in words.',
      fix: { label: 'Write it as it is said', start: 0, end: message.length, text },
    },
  ];
}
