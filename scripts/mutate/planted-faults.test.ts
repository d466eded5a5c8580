import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { allFaults, outdatedOf, readFault } from './planted-faults.ts';

const FILE = 'scripts/mutate/planted-faults.ts';
const folder = mkdtempSync(join(tmpdir(), 'hark-faults-'));
const patch = join(folder, 'a.patch');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function outdated(line: string, { tests = 'scripts/mutate/planted-faults.test.ts', file = FILE } = {}) {
  writeFileSync(
    patch,
    `Breaks. Noticed by ${tests}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-${line}\n+x\n`,
  );
  return outdatedOf(readFault(patch));
}

describe('the planted faults', () => {
  it(
    'all apply to the project, and their tests exist',
    () => {
      expect(allFaults().flatMap(outdatedOf)).toEqual([]);
      // One process a patch, on a machine that may be busy.
    },
    MINUTE_MS,
  );

  it('are outdated if their line is gone, occurs twice, or their file or test is gone', () => {
    const line = "export const FAULTS = 'scripts/mutate/faults';";
    expect(outdated(line)).toEqual([]);
    expect(outdated('export const FLAWS = [];')).toEqual([`${patch}: ${FILE} has its lines 0 times`]);
    expect(outdated('}')).toEqual([expect.stringMatching(/ has its lines [2-9] times$/)]);
    expect(outdated(line, { file: 'scripts/no.ts' })).toEqual([
      `${patch}: scripts/no.ts has its lines 0 times`,
    ]);
    expect(outdated(line, { tests: `scripts/no.test.ts ${FILE}` })).toEqual([
      `${patch}: no test at scripts/no.test.ts`,
      `${patch}: no test at ${FILE}`,
    ]);
  });

  it('have a line that says what breaks and one change of one file', () => {
    writeFileSync(patch, `--- a/${FILE}\n+++ b/${FILE}\n@@ -1 +1 @@\n-a\n+x\n`);
    expect(() => readFault(patch)).toThrow('is not a planted fault');
  });
});
