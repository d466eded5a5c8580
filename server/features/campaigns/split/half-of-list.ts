import { createHash } from 'node:crypto';
import type { Split } from '#shared/schemas/campaigns/split.ts';

/** How many ways there are to divide the numbers of a test. */
export const DIVISIONS = 64;

/** A half as it is stored: its test divides all numbers in one of `DIVISIONS` ways, which both campaigns have. */
export interface Half extends Split {
  division: number;
}

/** A half that is to be called; `division` is undefined where no campaign of its test has chosen one yet. */
export interface WantedHalf extends Split {
  division?: number | undefined;
}

/**
 * Returns the half, 1 or 2, that a number belongs to in a division of a test. By these three alone, so that every number is in
 * exactly one half whatever becomes of the lists. The halves of one division differ by about the square root of their list;
 * `evenestDivision` finds one of the 64 that parts the first list of the test evenly.
 */
export function halfOf({ test, division }: Pick<Half, 'test' | 'division'>, phone: string): Split['part'] {
  return hasBit(bitsOf(test, phone), division) ? 2 : 1;
}

/** Returns the division of a test that parts these numbers most evenly, by at most one for lists of up to some hundred. */
export async function evenestDivision(
  test: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<number> {
  const surplus = new Int32Array(DIVISIONS);
  for await (const phones of batches) {
    for (const phone of phones) {
      const bits = bitsOf(test, phone);
      for (let division = 0; division < DIVISIONS; division += 1)
        surplus[division] = (surplus[division] ?? 0) + (hasBit(bits, division) ? 1 : -1);
    }
  }
  const differences = Array.from(surplus, Math.abs);
  return differences.indexOf(Math.min(...differences));
}

/** Each division of a test has one bit of the hash of a number. */
function bitsOf(test: string, phone: string): Buffer {
  return createHash('sha256').update(`${test}:${phone}`).digest();
}

function hasBit(bits: Buffer, division: number): boolean {
  return (((bits[division >> 3] ?? 0) >> (division & 7)) & 1) === 1;
}
