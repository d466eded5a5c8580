/** The jobs that this process is executing. */
export class RunningJobs {
  readonly #running = new Set<Promise<void>>();

  /** Tracks `work` until it settles. Returns it. */
  add(work: Promise<void>): Promise<void> {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
    return work;
  }

  /** Resolves when all currently running jobs have ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
