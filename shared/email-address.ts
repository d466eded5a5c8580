const MAX_LOCAL_PART = 64;
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const ASCII_TLD = /^([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/** Returns whether a text is an e-mail address as mail servers accept it, with letters of any language. */
export function isEmailAddress(text: string): boolean {
  const { localPart, domain } = partsOf(text);
  const ascii = asciiDomain(domain);
  return (
    localPart.length <= MAX_LOCAL_PART &&
    LOCAL_PART.test(localPart) &&
    domain.split('.').every((label) => LABEL.test(label)) &&
    domain.includes('.') &&
    ASCII_TLD.test(ascii.split('.').at(-1) ?? '')
  );
}

/**
 * Returns the form in which addresses are compared: two texts with the same form are the same address. Compatibility
 * characters become common ones (NFKC), an international domain becomes ASCII (IDNA), capitals become small.
 */
export function comparableEmail(text: string): string {
  const { localPart, domain } = partsOf(text);
  return `${localPart}@${asciiDomain(domain)}`.toLowerCase();
}

function partsOf(text: string): { localPart: string; domain: string } {
  const address = text.normalize('NFKC').trim();
  const at = address.lastIndexOf('@');
  return { localPart: address.slice(0, Math.max(0, at)), domain: address.slice(at + 1) };
}

/** Returns a domain in small ASCII letters, or as it is if that is impossible. */
function asciiDomain(domain: string): string {
  const small = domain.toLowerCase();
  if (!/\P{ASCII}/u.test(small) || !small.split('.').every((label) => LABEL.test(label))) return small;
  return URL.canParse(`http://${small}`) ? new URL(`http://${small}`).hostname : small;
}

/** Scripts with letters that look like those of another. */
const LOOK_ALIKE_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
/** Words of these alone look Latin. */
const LATIN_LOOKING = /^[аеорсухіјѕһԁԛԝӏαορυνικ\p{N}-]+$/u;

/**
 * Returns whether an address can be mistaken for another: a part of it mixes letters of scripts that look alike, or looks
 * Latin and is not.
 */
export function isAmbiguousEmail(text: string): boolean {
  const { localPart, domain } = partsOf(text.toLowerCase());
  return [...localPart.split('.'), ...domain.split('.')].some(
    (part) =>
      LOOK_ALIKE_SCRIPTS.filter((script) => script.test(part)).length > 1 ||
      (/\P{ASCII}/u.test(part) && LATIN_LOOKING.test(part)),
  );
}
