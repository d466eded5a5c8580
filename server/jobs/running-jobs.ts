/** The jobs that are at work in this process. */
export class RunningJobs {
  readonly #running = new Set<Promise<void>>();

  /** Counts `work` until it ends; answers it. */
  add(work: Promise<void>): Promise<void> {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
    return work;
  }

  /** Resolves when all that run now have ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
