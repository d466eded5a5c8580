import { AppError } from '#server/platform/lib/errors.ts';
import type { CreditCommand } from '#server/features/credits/commands.ts';
import { commitBatch, type CommitDeps } from './commit-batch.ts';
import type { CommandResult } from '#server/features/credits/api.ts';
import type { PendingCommand } from './pending-commands.ts';

const MAX_BATCH_SIZE = 512;
/** Batches committed at once: one is decided while the other is written. */
const MAX_BATCHES = 2;
/** A second batch begins only for so many commands: fewer cost less as part of the next one. */
const MIN_SECOND_BATCH = 16;
/** Commands beyond this are rejected at once. */
const MAX_PENDING = 100_000;
/** How often a command is decided again after conflicts with other processes. */
const MAX_RETRIES = 100;

/**
 * The commit queue of a process, over all streams. Pending commands are decided in order and appended by one insert while
 * the next batch collects, so that one journal flush serves the whole batch. No stream is in two batches at once.
 */
export class CommitQueue {
  readonly #deps: CommitDeps;
  #pending: PendingCommand[] = [];
  /** The streams of the batches that are being committed. */
  readonly #busy = new Set<string>();
  #loops = 0;
  readonly #running = new Set<Promise<void>>();

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
      if (!this.#busy.has(streamId)) this.#start();
    });
  }

  /** Resolves when no command is pending. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Starts to commit batches, unless others are being committed and a further one is not worthwhile. */
  #start(): void {
    const isWorthwhile = this.#loops < MAX_BATCHES && this.#pending.length >= MIN_SECOND_BATCH;
    if (this.#loops > 0 && !isWorthwhile) return;
    this.#loops += 1;
    const running = this.#run().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #run(): Promise<void> {
    let isBatching = false;
    for (;;) {
      // Callers resolved together tend to continue together: the next batch waits an event-loop turn for them.
      await (isBatching ? eventLoopTurn() : undefined);
      const batch = this.#take();
      if (batch.length === 0) break;
      isBatching = batch.length > 1;
      await this.#commit(batch);
    }
    // At once, so that a command which is submitted from now on starts a loop.
    this.#loops -= 1;
  }

  /**
   * Removes the next batch from the pending commands, in their order, without the streams of another one. Of many commands
   * it takes half, and a second batch begins with the others.
   */
  #take(): PendingCommand[] {
    const isDivided = this.#busy.size === 0 && this.#pending.length >= 2 * MIN_SECOND_BATCH;
    const aim = isDivided ? Math.ceil(this.#pending.length / 2) : MAX_BATCH_SIZE;
    const streams = new Set<string>();
    const batch: PendingCommand[] = [];
    const others: PendingCommand[] = [];
    for (const pending of this.#pending) {
      const { streamId } = pending;
      const mayBegin = batch.length < aim && !this.#busy.has(streamId);
      if (batch.length < MAX_BATCH_SIZE && (mayBegin || streams.has(streamId))) {
        streams.add(streamId);
        batch.push(pending);
      } else others.push(pending);
    }
    this.#pending = others;
    return batch;
  }

  async #commit(batch: readonly PendingCommand[]): Promise<void> {
    const streams = new Set(batch.map(({ streamId }) => streamId));
    for (const streamId of streams) this.#busy.add(streamId);
    if (this.#pending.length > 0) this.#start();
    const unresolved = await commitBatch(this.#deps, batch);
    for (const streamId of streams) this.#busy.delete(streamId);
    this.#pending = [...unresolved.filter(hasRetriesLeft), ...this.#pending];
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
