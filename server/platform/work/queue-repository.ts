import { MongoJobRepository } from '@agendajs/mongo-backend';
import type { AgendaBackend, JobParameters, JobRepositoryOptions } from 'agenda';
import type { mongo } from 'mongoose';
import { DUTY } from './agenda.ts';
import { LockLost } from './job-control.ts';
import { JobsInHand } from './jobs-in-hand.ts';
import type { JobStore } from './job-store.ts';
import type { NextJobs } from './next-jobs.ts';

type LockStore = Pick<JobStore, 'endDuty' | 'endJob' | 'extendDuty' | 'extendJob' | 'takeDuty'>;

interface QueueAccess {
  store: LockStore;
  next: NextJobs;
  /** The duties of this worker by name. */
  duties: ReadonlyMap<string, unknown>;
}

/**
 * Agenda's access to the jobs, which asks for a kind only when one of its jobs can be due, and does not store that one begins:
 * its lock says so, and it stays due until it ends. Only the worker that has a job changes it, and it takes no duty that this
 * version does not know.
 */
class QueueRepository extends MongoJobRepository {
  readonly #store: LockStore;
  readonly #next: NextJobs;
  readonly #duties: ReadonlyMap<string, unknown>;
  /** When the jobs that this worker executes were locked: several times if it is unknown which of them is stored. */
  readonly #locks = new WeakMap<JobParameters, readonly Date[]>();
  /** The jobs of campaigns, not the duties, which are few. */
  readonly #inHand = new JobsInHand();
  /** The ids of the duties that this worker is doing. */
  readonly #begun = new Set<string>();

  constructor(db: mongo.Db, collection: string, { store, next, duties }: QueueAccess) {
    super({ mongo: db, db: { collection } });
    this.#store = store;
    this.#next = next;
    this.#duties = duties;
  }

  override async getNextJobToRun(
    ...request: Parameters<MongoJobRepository['getNextJobToRun']>
  ): Promise<JobParameters | undefined> {
    const [name, by, expired] = request;
    // What is due stays noted, and is asked for again a second later.
    if (name !== DUTY && !this.#inHand.mayTake(name)) return undefined;
    if (!(await this.#next.take(name, by))) return undefined;
    let isOver = false;
    try {
      const askedAt = performance.now();
      const job =
        name === DUTY
          ? await this.#store.takeDuty([...this.#duties.keys()], by, expired)
          : await super.getNextJobToRun(...request);
      isOver = job === undefined;
      this.#inHand.answered(performance.now() - askedAt);
      if (job !== undefined && name !== DUTY) this.#inHand.hold(name, String(job._id));
      // Its lock had expired and is this worker's again: it goes on, and does not begin once more.
      if (this.#begun.has(String(job?._id))) return undefined;
      return job;
    } finally {
      if (!isOver) this.#next.note(name);
    }
  }

  override async saveJobState(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<void> {
    const id = String(job._id);
    if (job.name !== DUTY) return job.lockedAt ? this.#holdJob(id, job, job.lockedAt) : this.#endJob(id, job);
    if (job.lockedAt) return this.#holdDuty(id, job.lockedAt);
    this.#begun.delete(id);
    if (!job.nextRunAt || !job.lastRunAt) return super.saveJobState(job, options);
    const next = await this.#store.endDuty(id, job.lastRunAt, job.nextRunAt);
    // A duty has no notice of its next time.
    if (next !== undefined) this.#next.note(job.name, next);
  }

  /** Begins a job, or extends its lock. */
  async #holdJob(id: string, job: JobParameters, lockedAt: Date): Promise<void> {
    const locks = this.#locks.get(job);
    this.#locks.set(job, [...(locks ?? []), lockedAt]);
    this.#inHand.hold(job.name, id);
    if (locks === undefined) return;
    if (!(await this.#store.extendJob(id, locks, lockedAt))) throw new LockLost();
    this.#locks.set(job, [lockedAt]);
  }

  async #endJob(id: string, job: JobParameters): Promise<void> {
    this.#inHand.end(job.name, id);
    await this.#store.endJob(id, this.#locks.get(job) ?? [], job.nextRunAt);
    if (job.nextRunAt !== null) this.#next.note(job.name, job.nextRunAt);
  }

  /** Begins a duty, or extends its lock. */
  async #holdDuty(id: string, lockedAt: Date): Promise<void> {
    if (!this.#begun.has(id)) this.#begun.add(id);
    else if (!(await this.#store.extendDuty(id, lockedAt))) throw new LockLost();
  }
}

/** Returns what Agenda works on: the jobs of a collection. */
export function queueBackend(db: mongo.Db, collection: string, access: QueueAccess): AgendaBackend {
  const repository = new QueueRepository(db, collection, access);
  return {
    name: 'MongoDB',
    repository,
    ownsConnection: false,
    connect: () => repository.connect(),
    disconnect: () => repository.disconnect(),
  };
}
