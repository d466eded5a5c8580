import type { FixedWork } from './calibration.ts';
import { median } from './statistics.ts';

/** The machine in one round. */
export interface Conditions {
  /** Fixed work beside the round. */
  fixed: FixedWork;
  /** Parts of all processors' time (0 to 1) that went to other processes and to other machines, if known. */
  others?: number;
  stolen?: number;
}

/** Above these a round is disturbed: multiples of the shortest time, and parts of the machine. */
const LIMITS = { loop: 1.4, sync: 4, others: 0.2, stolen: 0.05 };
/** Seconds that a sync may take longer in any case: a fast disk varies by more than its shortest time. */
const SYNC_JITTER = 0.001;
/** A median stands while fewer than half of its rounds are disturbed. */
const TOLERATED = 0.5;

/** Returns whether other work disturbed a round, given the shortest times of the fixed work. */
export function isDisturbed({ fixed, others = 0, stolen = 0 }: Conditions, best: FixedWork): boolean {
  return (
    fixed.loop > LIMITS.loop * best.loop ||
    fixed.sync > LIMITS.sync * best.sync + SYNC_JITTER ||
    others > LIMITS.others ||
    stolen > LIMITS.stolen
  );
}

/** Returns why the figures of the rounds mean nothing, or undefined if the machine was quiet enough. */
export function whyTooBusy(rounds: readonly Conditions[], best: FixedWork): string | undefined {
  const disturbed = rounds.filter((round) => isDisturbed(round, best));
  if (disturbed.length === 0 || disturbed.length < TOLERATED * rounds.length) return undefined;
  const typical = (value: (round: Conditions) => number | undefined): number =>
    median(disturbed.flatMap((round) => value(round) ?? []));
  const shares = [
    ['other processes', typical(({ others }) => others)],
    ['other machines', typical(({ stolen }) => stolen)],
  ] as const;
  return [
    `${String(disturbed.length)} of ${String(rounds.length)} rounds were disturbed`,
    ...shares
      .filter(([, part]) => !Number.isNaN(part))
      .map(([who, part]) => `${who} had ${String(Math.round(100 * part))} % of the processors`),
    `a fixed loop took ${(typical(({ fixed }) => fixed.loop) / best.loop).toFixed(1)} of its shortest time`,
    `a fixed sync ${(typical(({ fixed }) => fixed.sync) / best.sync).toFixed(1)}`,
  ].join(', ');
}
