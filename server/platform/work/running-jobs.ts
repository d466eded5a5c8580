/** The jobs that this process is executing. */
export class RunningJobs {
  readonly #running = new Set<Promise<void>>();

  /** Tracks `work` until it settles. Returns it. */
  add(work: Promise<void>): Promise<void> {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
    return work;
  }

  /** Resolves when no job is running any more: a start that is running may still begin a run. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
