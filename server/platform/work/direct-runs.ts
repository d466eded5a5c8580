import { newJobId, type JobStore } from './job-store.ts';
import { JOB_NAMES, LOCK_MS, type CampaignJobData } from './agenda.ts';
import type { LockedJob } from './job-control.ts';

/** Direct runs of a worker at a time, beside those that Agenda executes. */
const MAX_DIRECT_RUNS = 10;

/** A run that this worker executes itself. In the queue it is a job that this worker has locked. */
export interface DirectRun extends LockedJob {
  id: string;
  data: CampaignJobData;
  /** Removes it from the queue, unless its lock has expired. */
  end(): Promise<void>;
}

/**
 * Begins runs without Agenda: the first call of a due campaign does not wait until the run is queued, found, locked and begun.
 * If the worker dies, another one executes the run when its lock has expired, like any job.
 */
export class DirectRuns {
  readonly #store: JobStore;
  #open = 0;

  constructor(store: JobStore) {
    this.#store = store;
  }

  /** Stores a run as locked; `undefined` if one of its campaign is queued or active, or this worker has too many. */
  async begin(data: CampaignJobData): Promise<DirectRun | undefined> {
    if (this.#open >= MAX_DIRECT_RUNS) return undefined;
    this.#open += 1;
    let isBegun = false;
    try {
      const run = await this.#insert(data);
      isBegun = run !== undefined;
      return run;
    } finally {
      if (!isBegun) this.#open -= 1;
    }
  }

  async #insert(data: CampaignJobData): Promise<DirectRun | undefined> {
    const _id = newJobId();
    let lockedAt = new Date();
    let isTaken = false;
    if (!(await this.#store.insertLocked({ _id, name: JOB_NAMES.run, data }, lockedAt))) return undefined;
    const hasLostLock = () => isTaken || Date.now() - lockedAt.getTime() >= LOCK_MS;
    return {
      id: String(_id),
      data,
      hasLostLock,
      touch: async () => {
        const now = new Date();
        isTaken ||= !(await this.#store.touchLocked(_id, now));
        lockedAt = now;
      },
      end: async () => {
        this.#open -= 1;
        if (!hasLostLock()) await this.#store.removeLocked(_id);
      },
    };
  }
}
