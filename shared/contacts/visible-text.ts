/** Characters that have no width and no meaning in a cell: soft hyphens, joiners, marks of direction and of byte order. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'g');

/** Returns a text without its invisible characters, which files and forms carry and nobody sees. */
export function visible(text: string): string {
  return INVISIBLE.test(text) ? text.replace(ALL_INVISIBLE, '') : text;
}

const INVISIBLE_IN_NAMES = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Returns the name of a person or business without invisible characters, but for the two joiners that some scripts need. */
export function visibleName(text: string): string {
  return text.replace(INVISIBLE_IN_NAMES, '');
}
