/** What says of somebody, in headers and cells as `plainWords` has them, that they must not be called. */
export const FLAG =
  /\b(?:do ?not|dont) ?(?:call|contact|phone|telephone|dial|ring|disturb|solicit|voicemail|market)\b|\bno ?call\b|\b(?:is|on)?dn[cd][lr]?(?:flag|status|list|date)?\b|\b(?:is|has)?opt(?:s|ed|ing)? ?outs?\b|\bunsubscribed?\b/g;
/** The same of those who sue callers. */
export const LITIGATORS = /\b(?:is)?litigators?\b|\btcpa litigation\b/g;
/** Ways to reach somebody that are no calls, and what people opt out of beside. */
export const OTHER_WAY =
  /\b(?:e ?mails?|mail(?:s|ings?)?|fax(?:es)?|sms|mms|texts?|texting|newsletters?|letters?|postal|print|push|whatsapp|messenger|cookies?|sales?|paperless|arbitration)\b/;

/** Returns a text in lower-case words of letters or digits: "OptedOut" and "OPTED_OUT" are "opted out". */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’]/gu, '')
    .replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
