/** Control characters, line and paragraph separators, and characters that turn the direction of a text. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** What mail programs make a link of: a scheme, "www.", an e-mail address or an IPv4 address. */
const ADDRESS = /:\/\/|\bwww\.|\S@\S|\d+\.\d+\.\d+\.\d+/iu;

/**
 * A domain: letters follow a dot without a space. After a single letter they must be a capitalised word to be none, so
 * that "J.Smith" is a name and "x.com" is not.
 */
const DOMAIN =
  /[\p{L}\p{N}-]{2,}[.\u3002]\p{L}{2,}|(?<![\p{L}\p{N}-])[\p{L}\p{N}][.\u3002](?!\p{Lu}\p{Ll})\p{L}{2,}/u;

/** Whether a text stands on one line as it is written. */
export function isPlainText(text: string): boolean {
  return !UNSEEN.test(text);
}

/** Whether a name is plain text without anything that a mail program would turn into a link. */
export function isPlainName(name: string): boolean {
  const written = name.normalize('NFKC');
  return isPlainText(name) && !ADDRESS.test(written) && !DOMAIN.test(written);
}
