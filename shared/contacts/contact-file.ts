/** What every size limit is measured against: a contact file may have this many bytes. */
export const MAX_CSV_BYTES = 256 * 1024 * 1024;

/** How many first bytes `fileProblem` and `newlineOf` need to see. */
export const FILE_HEAD_BYTES = 4_096;

const SAVE_AS_CSV = 'Please save it as CSV UTF-8.';

/**
 * Why a file cannot be a contact list, judged by its first bytes, or null: other formats are told by name, because
 * parsing them as CSV would only yield thousands of errors that help nobody.
 */
export function fileProblem(head: Uint8Array): string | null {
  if (head.length === 0) return 'The file is empty.';
  const begins = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04)) return `This is a ZIP or Excel file, not CSV. ${SAVE_AS_CSV}`;
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return `This is an Excel file, not CSV. ${SAVE_AS_CSV}`;
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff)) return `The file is UTF-16. ${SAVE_AS_CSV}`;
  if (head.includes(0)) return `This is not a text file. ${SAVE_AS_CSV}`;
  return null;
}

/** What ends the lines of a file, judged by its first bytes; lone carriage returns are an old Mac's. */
export function newlineOf(head: Uint8Array): '\n' | '\r' {
  return head.includes(0x0d) && !head.includes(0x0a) ? '\r' : '\n';
}

/**
 * Why a part of a file's text cannot be used, or null: NUL characters, or the marks that decoding leaves where bytes
 * are no UTF-8. Asked of the text, not of its cells: it is one error of the file, not one of every row.
 */
export function textProblem(text: string): string | null {
  if (text.includes('\0')) return `This is not a text file. ${SAVE_AS_CSV}`;
  return text.includes('\uFFFD') ? `The file is not UTF-8 text. ${SAVE_AS_CSV}` : null;
}
