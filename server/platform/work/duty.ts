import type { JobControl } from './job-control.ts';

/** Work that recurs. One worker at a time does it, it never overlaps itself, and it may be interrupted at any point. */
export interface Duty {
  /** Unique; names it in the queue, the log and the metrics. */
  name: string;
  /** Time from the beginning of one run to the next; a run that takes longer is followed by one more. */
  everyMs: number;
  /** Returns soon after `control.signal` is aborted. What it throws is logged, and it runs again in time. */
  run(control: JobControl): Promise<unknown>;
}

/** Has a duty run as soon as a worker is free, for what was just written. Nothing is lost without it, only later. */
export type TriggerDuty = (duty: string) => void;
