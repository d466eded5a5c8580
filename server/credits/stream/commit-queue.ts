import { AppError } from '#server/lib/errors.ts';
import type { CreditCommand } from '#server/credits/commands.ts';
import { commitBatch, type CommitDeps } from './commit-batch.ts';
import type { CommandResult } from '#server/credits/api.ts';
import type { PendingCommand } from './pending-commands.ts';

const MAX_BATCH_SIZE = 512;
/** Commands beyond this are rejected at once. */
const MAX_PENDING = 100_000;
/** How often a command is decided again after conflicts with other processes. */
const MAX_RETRIES = 100;

/**
 * The commit queue of a process, over all streams. Pending commands are decided in order and appended by one insert while
 * the next batch collects, so that one journal flush serves the whole batch.
 */
export class CommitQueue {
  readonly #deps: CommitDeps;
  #pending: PendingCommand[] = [];
  #running: Promise<void> | undefined;
  /** Callers resolved together tend to continue together: the next batch waits an event-loop turn for them. */
  #batching = false;

  constructor(deps: CommitDeps) {
    this.#deps = deps;
  }

  /** Executes a command. Rejects with `AppError` UNAVAILABLE if the outcome is unknown; retry with the same key. */
  submit(streamId: string, command: CreditCommand): Promise<CommandResult> {
    if (this.#pending.length >= MAX_PENDING) {
      return Promise.reject(new AppError('UNAVAILABLE', 'The credit ledger is busy. Please try again.'));
    }
    return new Promise((resolve, reject) => {
      this.#pending.push({ streamId, command, retries: 0, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no command is pending. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#pending.length > 0) {
      await (this.#batching ? eventLoopTurn() : undefined);
      const batch = this.#pending.slice(0, MAX_BATCH_SIZE);
      this.#pending = this.#pending.slice(MAX_BATCH_SIZE);
      this.#batching = batch.length > 1;
      const unresolved = await commitBatch(this.#deps, batch);
      this.#pending = [...unresolved.filter(hasRetriesLeft), ...this.#pending];
    }
    this.#running = undefined;
  }
}

function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function hasRetriesLeft(pending: PendingCommand): boolean {
  pending.retries += 1;
  if (pending.retries <= MAX_RETRIES) return true;
  pending.reject(new AppError('UNAVAILABLE', 'The credit ledger is busy. Please try again.'));
  return false;
}
