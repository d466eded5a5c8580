import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** The part of the driver's internal connection class that the patch uses. */
interface DriverConnection {
  socket: Socket;
  address: string;
  onError(error: Error): void;
  writeCommand(...args: unknown[]): Promise<void>;
}

const patched = new WeakSet();

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/**
 * Patches MongoDB's driver (7.8), which waits forever for the drain of a destroyed socket and passes socket errors such as
 * EPIPE on unwrapped. Both become a `MongoNetworkError`, so that the driver retries on another connection.
 */
export function patchMongoDriver(): void {
  const load = createRequire(createRequire(import.meta.url).resolve('mongoose'));
  const { Connection } = load('mongodb/lib/cmap/connection.js') as {
    Connection: { prototype: DriverConnection };
  };
  const { MongoNetworkError } = load('mongodb') as {
    MongoNetworkError: new (message: string, options?: ErrorOptions) => Error;
  };
  const { prototype } = Connection;
  if (patched.has(prototype)) return;
  patched.add(prototype);
  const write = prototype.writeCommand;
  prototype.writeCommand = async function (this: DriverConnection, ...args: unknown[]): Promise<void> {
    const fail = (message: string, options?: ErrorOptions): never => {
      const error = new MongoNetworkError(message, options);
      this.onError(error);
      throw error;
    };
    if (this.socket.destroyed) fail(`connection to ${this.address} closed`);
    try {
      await write.apply(this, args);
    } catch (cause) {
      if (!isSystemError(cause)) throw cause;
      fail(cause.message, { cause });
    }
  };
}
