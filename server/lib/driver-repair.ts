import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** What the repair touches of the driver's own class of connections. */
interface DriverConnection {
  socket: Socket;
  address: string;
  onError(error: Error): void;
  writeCommand(...args: unknown[]): Promise<void>;
}

const repaired = new WeakSet();

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/**
 * Keeps MongoDB's driver (7.8) from waiting for ever. When a server dies, all its connections are closed at once; an
 * operation that takes one whose socket is closed but has not said so yet writes to it, is told to wait until the
 * socket has drained, and waits for that alone. Such a write fails as on any closed connection, and is tried again
 * on another. So does one whose socket fails while it waits: the driver passes the system's error on as it is, by which
 * nobody knows it for a lost connection. On a Unix socket every write after the server's death ends so (EPIPE).
 */
export function repairDriver(): void {
  const load = createRequire(createRequire(import.meta.url).resolve('mongoose'));
  const { Connection } = load('mongodb/lib/cmap/connection.js') as {
    Connection: { prototype: DriverConnection };
  };
  const { MongoNetworkError } = load('mongodb') as {
    MongoNetworkError: new (message: string, options?: ErrorOptions) => Error;
  };
  const { prototype } = Connection;
  if (repaired.has(prototype)) return;
  repaired.add(prototype);
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
