import { attachSidecar, type Sidecar } from '../process/sidecar.ts';
import { embeddedSupport, WITHOUT_EMBEDDED_MONGODB } from './glibc.mjs';

/** The embedded MongoDB cannot run; the message has the reason and the alternative. */
export class EmbeddedMongodbUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`${reason} ${WITHOUT_EMBEDDED_MONGODB}`, options);
    this.name = 'EmbeddedMongodbUnavailable';
  }
}

export interface EmbeddedMongodbOptions {
  /** DATA_DIR: the data is in `mongodb/`, the address in `mongodb.uri`. */
  dataDir: string;
  onRestart?: () => void;
  onLost?: (error: Error) => void;
}

/**
 * Attaches to the embedded MongoDB of a data folder, starting it if necessary. The `address` is a connection string
 * without a database name. Throws `EmbeddedMongodbUnavailable`.
 */
export async function startEmbeddedMongodb(options: EmbeddedMongodbOptions): Promise<Sidecar> {
  const node = nodeCommand();
  try {
    return await attachSidecar({
      ...options,
      name: 'mongodb',
      entry: 'emulators/mongodb/mongodb-child',
      node,
    });
  } catch (error) {
    const reason = `The embedded MongoDB does not run: ${error instanceof Error ? error.message : String(error)}`;
    throw new EmbeddedMongodbUnavailable(reason, { cause: error });
  }
}

/** Returns the command that runs Node for the engine, with the newer C library of the start script if necessary. */
function nodeCommand(): [string, ...string[]] {
  const support = embeddedSupport();
  switch (support.kind) {
    case 'native':
      return [process.execPath];
    case 'libraries':
      if (!support.ready) {
        throw new EmbeddedMongodbUnavailable(
          'The embedded MongoDB is not prepared on this machine; "npm start" does it.',
        );
      }
      return [support.loader, '--library-path', support.libraryPath, process.execPath];
    case 'unsupported':
      throw new EmbeddedMongodbUnavailable(support.reason);
  }
}
