import { AppError } from '#server/lib/errors.ts';
import type { CreditCommand } from '#server/credits/commands.ts';
import { commitGroup, type CommitDeps } from './commit-group.ts';
import type { CommandResult } from '#server/credits/ledger-port.ts';
import type { Waiting } from './pending-commands.ts';

/** The most commands of one group, and the most that may wait before callers are sent away. */
const MAX_GROUP = 512;
const MAX_WAITING = 100_000;
/** How often a command is decided again after other processes were faster. */
const MAX_ROUNDS = 100;

/**
 * The one queue of a process, over all its streams: whatever commands wait are decided in order and appended by one
 * insert, while the next group gathers. One journal flush then serves all of them (design §3).
 */
export class CommitQueue {
  readonly #deps: CommitDeps;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  /** Callers that were answered together ask again together: the next group waits for all of them to join. */
  #batching = false;

  constructor(deps: CommitDeps) {
    this.#deps = deps;
  }

  /** Appends what a command comes to. Rejects when it is not known whether it was written: ask again with its key. */
  submit(streamId: string, command: CreditCommand): Promise<CommandResult> {
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(new AppError('UNAVAILABLE', 'The credit ledger is busy. Please try again.'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ streamId, command, retries: 0, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await (this.#batching ? endOfTurn() : undefined);
      const group = this.#waiting.slice(0, MAX_GROUP);
      this.#waiting = this.#waiting.slice(MAX_GROUP);
      this.#batching = group.length > 1;
      const again = await commitGroup(this.#deps, group);
      this.#waiting = [...again.filter(hasRoundsLeft), ...this.#waiting];
    }
    this.#running = undefined;
  }
}

/** When the process has run what it can without waiting. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function hasRoundsLeft(waiting: Waiting): boolean {
  waiting.retries += 1;
  if (waiting.retries <= MAX_ROUNDS) return true;
  waiting.reject(new AppError('UNAVAILABLE', 'The credit ledger is busy. Please try again.'));
  return false;
}
