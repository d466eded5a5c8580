import { MongoJobRepository } from '@agendajs/mongo-backend';
import type { AgendaBackend, JobParameters, JobRepositoryOptions } from 'agenda';
import type { mongo } from 'mongoose';
import { DUTY } from './agenda.ts';
import type { JobStore } from './job-store.ts';
import type { NextJobs } from './next-jobs.ts';

/**
 * Agenda's access to the jobs, which asks for a kind only when one of its jobs can be due, and does not store that a duty
 * begins: its lock says so, and it stays due until it ends.
 */
class QueueRepository extends MongoJobRepository {
  readonly #store: Pick<JobStore, 'endDuty'>;
  readonly #next: NextJobs;
  /** Locks of duties that Agenda has not begun yet. */
  readonly #taken = new Map<string, Date>();

  constructor(db: mongo.Db, collection: string, store: Pick<JobStore, 'endDuty'>, next: NextJobs) {
    super({ mongo: db, db: { collection } });
    this.#store = store;
    this.#next = next;
  }

  override async getNextJobToRun(
    ...request: Parameters<MongoJobRepository['getNextJobToRun']>
  ): Promise<JobParameters | undefined> {
    const [name, by] = request;
    if (!(await this.#next.take(name, by))) return undefined;
    let isOver = false;
    try {
      const job = await super.getNextJobToRun(...request);
      isOver = job === undefined;
      if (job?.name === DUTY && job.lockedAt) this.#taken.set(String(job._id), job.lockedAt);
      return job;
    } finally {
      if (!isOver) this.#next.note(name);
    }
  }

  override async saveJobState(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<void> {
    const isTaken = job.lockedAt !== undefined && this.#taken.get(String(job._id)) === job.lockedAt;
    this.#taken.delete(String(job._id));
    if (isTaken) return;
    if (job.name !== DUTY || job.lockedAt || !job.nextRunAt) return super.saveJobState(job, options);
    const next = await this.#store.endDuty(String(job._id), job.nextRunAt, new Date());
    // A duty has no notice of its next time.
    if (next !== undefined) this.#next.note(job.name, next);
  }
}

/** Returns what Agenda works on: the jobs of a collection. */
export function queueBackend(
  db: mongo.Db,
  collection: string,
  store: Pick<JobStore, 'endDuty'>,
  next: NextJobs,
): AgendaBackend {
  const repository = new QueueRepository(db, collection, store, next);
  return {
    name: 'MongoDB',
    repository,
    ownsConnection: false,
    connect: () => repository.connect(),
    disconnect: () => repository.disconnect(),
  };
}
