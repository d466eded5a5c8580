import { relative } from 'node:path';
import { z } from 'zod';

/** The used part of Vitest's JSON report. */
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** Result of a Vitest run. */
export interface RunEnd {
  code: number | null;
  /** Whether the run was killed on timeout. */
  timedOut: boolean;
  /** Vitest's JSON report; undefined if it wrote none. */
  report: string | undefined;
}

/**
 * Returns the failure of a run in one line, or undefined if every test passed: the first failing test as `FILE ›
 * NAME` with the file relative to `root`, else the file that failed to load, the timeout or the crash.
 */
export function failureOf(root: string, { code, timedOut, report }: RunEnd): string | undefined {
  if (timedOut) return 'the time limit (no test failed)';
  if (code === 0) return undefined;
  if (report === undefined) return `a crash of the run (exit code ${String(code)}, no report)`;
  const files = Report.parse(JSON.parse(report)).testResults;
  for (const { name, assertionResults } of files) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed !== undefined) return `${relative(root, name)} › ${failed.fullName.trim()}`;
  }
  const broken = files.find(({ status }) => status === 'failed');
  if (broken === undefined) return `an error outside the tests (exit code ${String(code)})`;
  const [message = ''] = (broken.message ?? '').split('\n');
  return `${relative(root, broken.name)} (its set-up failed: ${message})`;
}
