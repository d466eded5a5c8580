import { formatNumber } from '#shared/formats.ts';
import { AppError } from '#server/lib/errors.ts';

const MAX_DEPTH = 32;
/** An import of 5,000 numbers, the largest body that the screens send, has a quarter of it. */
const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Refuses a UTF-8 JSON text that is nested deeper than 32 levels or has more than 20,000 values. It counts brackets
 * and commas only, so that it costs little beside what parsing such a text would. Throws `AppError` INVALID_INPUT.
 */
export function refuseHeavyJson(json: Uint8Array): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA) values += 1;
    else if (OPENING.has(byte)) {
      values += 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw refused(`is nested deeper than ${String(MAX_DEPTH)} levels`);
    } else if (CLOSING.has(byte)) depth -= 1;
    if (values > MAX_VALUES) throw refused(`has more than ${formatNumber(MAX_VALUES)} values`);
  }
}

/** Where the string that begins at `at` has its closing quote. */
function endOfString(json: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < json.length && json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
  return end;
}

function refused(problem: string): AppError {
  return new AppError('INVALID_INPUT', `The body ${problem}.`, { fields: { body: problem } });
}
