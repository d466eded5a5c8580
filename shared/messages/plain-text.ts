/**
 * Control characters, separators, bidirectional controls, and letters and spaces without width; but for the two joiners
 * (U+200C and U+200D), which some languages need.
 */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]/u;

const UNSEEN_PARTS = new RegExp(UNSEEN.source, 'gu');

/**
 * Text that mail clients turn into links: a scheme, "www.", an email address or an IPv4 address. It begins with one digit, as
 * the domain does with two letters: with more the time would grow as the square of the length.
 */
const ADDRESS = /:\/\/|\bwww\.|\S@\S|\d\.\d+\.\d+\.\d/iu;

/**
 * A domain: letters after a dot without a space. After a single letter a capitalised word is not a domain, so that
 * "J.Smith" is a name and "x.com" is not.
 */
const DOMAIN =
  /[\p{L}\p{N}-]{2}[.\u3002]\p{L}{2}|(?<![\p{L}\p{N}-])[\p{L}\p{N}][.\u3002](?!\p{Lu}\p{Ll})\p{L}{2}/u;

/** Returns whether a text is a single line without control characters. */
export function isPlainText(text: string): boolean {
  return !UNSEEN.test(text);
}

/** Returns a text of several lines without control characters; line breaks of all systems become `\n`. */
export function plainLines(text: string): string {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/);
  return lines.map((line) => line.replaceAll('\t', ' ').replace(UNSEEN_PARTS, '')).join('\n');
}

/** Returns whether a name is plain text without anything that a mail client would turn into a link. */
export function isPlainName(name: string): boolean {
  const written = name.normalize('NFKC');
  return isPlainText(name) && !ADDRESS.test(written) && !DOMAIN.test(written);
}
