import { readFileSync } from 'node:fs';
import { callingRulesProblem } from '#server/app/calling-rules-problem.ts';
import { readCallingRules } from '#server/app/calling-rules.ts';
import { PLANNED_CODES } from '#server/features/calling/places/area-code-corrections.ts';
import { readAreaCodes } from '#server/features/calling/places/area-codes.ts';
import { compareAreaCodes } from '#server/features/calling/places/compare-area-codes.ts';
import { UsageError } from '../lib/usage-error.ts';

const USAGE = `Usage: npm run calling-rules -- check FILE   compares Hark's area codes with FILE, a list of NANPA:
                                            its "NPAs in service by number" or its NPA database`;

/**
 * Compares the area codes with a list of NANPA, and reads the rules that would be applied, printing a line for each
 * difference or problem to `say`. Returns the exit code: 1 if there is one. Throws `UsageError`, and `EnvError` for rules of
 * an operator that are not valid.
 */
export function checkCommand(
  args: readonly string[],
  rulesFile: string | undefined,
  say: (line: string) => void,
): 0 | 1 {
  const [name, file, ...rest] = args;
  if (name !== 'check' || file === undefined || rest.length > 0) throw new UsageError(USAGE);
  const places = readAreaCodes();
  const differences = compareAreaCodes(readText(file), { places, planned: PLANNED_CODES });
  if (differences === undefined) throw new UsageError(`${file}: has no columns NPA and Location.\n${USAGE}`);
  const rules = readCallingRules({ CALLING_RULES_FILE: rulesFile });
  const lines = [...differences, callingRulesProblem(rules, new Date()) ?? []].flat();
  for (const line of lines) say(line);
  if (lines.length > 0) return 1;
  say(
    `Hark's ${String(places.size)} area codes are those of ${file}. Its rules were reviewed on ${rules.reviewed}.`,
  );
  return 0;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file}: cannot be read.`);
  }
}
