import { FILE_HEAD_BYTES } from './contact-file.ts';
import {
  checkedText,
  decoderOf,
  fallbackLayout,
  readLayout,
  UnreadableTextError,
  type FileLayout,
} from './file-layout.ts';

/** The text of a file from its first record on, and its layout; or why it is none, for people. */
export type NumberFileText = { ok: true; text: string; layout: FileLayout } | { ok: false; problem: string };

/** Returns the text of a file of numbers, which is read in one piece, in any encoding that contact files have. */
export function numberFileText(bytes: Uint8Array): NumberFileText {
  const head = bytes.subarray(0, FILE_HEAD_BYTES);
  const reading = readLayout(head);
  if (!reading.ok) return reading;
  const first = textIn(bytes, reading.layout);
  const other = first.ok ? null : fallbackLayout(reading.layout, head);
  return other === null ? first : textIn(bytes, other);
}

function textIn(bytes: Uint8Array, layout: FileLayout): NumberFileText {
  const decoded = decoderOf(layout.encoding).decode(bytes.subarray(layout.start));
  try {
    return { ok: true, text: checkedText(decoded, layout.encoding), layout };
  } catch (error) {
    if (error instanceof UnreadableTextError) return { ok: false, problem: error.message };
    throw error;
  }
}
