/** Maximum size of a contact file, in bytes. */
export const MAX_CSV_BYTES = 256 * 1024 * 1024;

/** Number of leading bytes that `fileProblem` and `readLayout` need. */
export const FILE_HEAD_BYTES = 4_096;

export const SAVE_AS_CSV = 'Please save it as CSV UTF-8.';
export const NOT_TEXT = `This is not a text file. ${SAVE_AS_CSV}`;

/**
 * Returns why a file cannot be a contact list, judged by its first bytes, or null. Other formats are named, because
 * parsing them as CSV would only yield thousands of row errors.
 */
export function fileProblem(head: Uint8Array): string | null {
  if (head.length === 0) return 'The file is empty.';
  const begins = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04)) return `This is a ZIP or Excel file, not CSV. ${SAVE_AS_CSV}`;
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return `This is an Excel file, not CSV. ${SAVE_AS_CSV}`;
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff)) return `The file is UTF-16. ${SAVE_AS_CSV}`;
  if (head.includes(0)) return NOT_TEXT;
  return null;
}
