import { SECOND_MS } from '#shared/time-units.ts';
import { SHOWN_SECONDS, type CampaignProgress } from '#shared/schemas/campaigns/progress.ts';
import type { Progress } from './progress-model.ts';

type Second = CampaignProgress['per_second'][number];

/** The pace is that of this many seconds, and of fewer after the first call. */
const PACE_SECONDS = 15;

/** Returns the calls of the last whole seconds before `now`, those without calls included, oldest first. */
export function lastSeconds(progress: Progress | undefined, now: Date): Second[] {
  const end = Math.floor(now.getTime() / SECOND_MS) * SECOND_MS;
  const counted = new Map((progress?.seconds ?? []).map((second) => [second.at.getTime(), second]));
  return Array.from({ length: SHOWN_SECONDS }, (_, index) => {
    const at = end - (SHOWN_SECONDS - index) * SECOND_MS;
    const { delivered = 0, failed = 0 } = counted.get(at) ?? {};
    return { at, delivered, failed };
  });
}

/** Returns the calls a second at the end of these seconds; 0 without any. */
export function paceOf(seconds: readonly Second[]): number {
  const first = seconds.findIndex(({ delivered, failed }) => delivered + failed > 0);
  if (first === -1) return 0;
  const recent = seconds.slice(Math.max(first, seconds.length - PACE_SECONDS));
  const calls = recent.reduce((sum, { delivered, failed }) => sum + delivered + failed, 0);
  return calls / recent.length;
}
