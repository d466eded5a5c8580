const REMOVED = '[removed]';

/** What must not be in a log line, and what takes its place. */
const PATTERNS: readonly [pattern: RegExp, replacement: string][] = [
  // The user and password of a URL: of the database, the mail server, a proxy.
  [/(\b[a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@"\\]+@/gi, `$1${REMOVED}@`],
  // The carrier's callback path.
  [/(\/webhooks\/carrier\/)[^\s"?#\\]+/gi, `$1${REMOVED}`],
  // Signatures and tokens in queries, of signed URLs and mailed links.
  [/([?&][\w.-]*(?:token|secret|signature|credential|uid|key|code)=)[^\s"&#\\]+/gi, `$1${REMOVED}`],
  // Keys of Stripe, of Hark and of its webhooks, and the secrets of payment intents.
  [/\b(?:sk|rk|whsec|hark)_\w+/g, REMOVED],
  [/\b((?:pi|seti|cs)_\w+?_secret)_\w+/g, `$1_${REMOVED}`],
  [/\b(Bearer|Basic) [\w.~+/=-]{8,}/gi, `$1 ${REMOVED}`],
  // The values of a unique index that was hit, names and addresses among them.
  [/(dup key: )\{.*?\}/g, `$1${REMOVED}`],
  [/[\w.!#$&'*+=?^`{|}~-]{1,64}(?:@|%40)[a-z\d-]+(?:\.[a-z\d-]+)+/gi, REMOVED],
  // Phone numbers of the North American plan, as they are stored and as people write them.
  [/(?:(?<![\w.:-])|(?<=%2B))\+?1?[-. (]{0,2}[2-9]\d{2}[-. )]{0,2}[2-9]\d{2}[-. ]?\d{4}(?![\w-])/g, REMOVED],
];

/** Returns a text without the secrets, addresses and phone numbers in it. */
export function scrub(text: string): string {
  return PATTERNS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}
