import { formatCount } from '#shared/formats.ts';

/** How an action on several campaigns ended. */
export interface Ended {
  /** "paused", "deleted". */
  done: string;
  /** Of how many campaigns it was asked. */
  count: number;
  /** Why it failed, for each that did. */
  failures: readonly string[];
}

/** Returns "3 campaigns paused", or how many were not, and why. */
export function endedText({ done, count, failures }: Ended): string {
  const succeeded = count - failures.length;
  const whole = `${formatCount(succeeded, 'campaign')} ${done}`;
  if (failures.length === 0) return `${whole}.`;
  const reasons = [...new Set(failures)].join(' ');
  const failed = `${formatCount(failures.length, 'campaign')} could not be ${done}: ${reasons}`;
  return succeeded === 0 ? failed : `${whole}. ${failed}`;
}
