import { readFileSync } from 'node:fs';
import bundled from '#server/features/calling/calling-rules.json' with { type: 'json' };
import { EnvError, type Env } from '#server/app/env/env.ts';
import { callingRulesSchema, type CallingRules } from '#shared/calling/calling-rules.ts';

/**
 * Returns the calling rules of states: those of the operator's file, or those that Hark brings. Throws `EnvError` with one
 * line for a file that cannot be read or is not valid.
 */
export function readCallingRules({
  CALLING_RULES_FILE: file,
}: Pick<Env, 'CALLING_RULES_FILE'>): CallingRules {
  if (file === undefined) return callingRulesSchema.parse(bundled);
  const result = callingRulesSchema.safeParse(readJson(file));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  throw refusal(file, `${place}${issue?.message ?? 'is not valid'}`);
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw refusal(file, 'cannot be read');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw refusal(file, 'is not JSON');
  }
}

function refusal(file: string, why: string): EnvError {
  return new EnvError(`CALLING_RULES_FILE: ${file}: ${why}`);
}
