import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Connection } from 'mongoose';
import { createIndexes } from '#server/app/database/indexes.ts';
import { createSessionIndexes } from '#server/platform/http/sessions/sessions.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import type { Indexed } from '#server/platform/lib/mongodb/indexed.ts';
import { JobStore } from '#server/platform/work/job-store.ts';
import { openQueue } from '#server/platform/work/open-queue.ts';

/** Creates the indexes of the models below a folder, and those of sessions and jobs. */
export async function createAllIndexes(database: Connection, folder: string): Promise<void> {
  for (const file of modulesOf(folder).filter((name) => /-(model|store)\.ts$/.test(name))) {
    const module = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
    for (const [name, create] of Object.entries(module)) {
      if (!/^create\w+Models?$/.test(name) || typeof create !== 'function') continue;
      const made = (create as (connection: Connection) => Indexed | Record<string, Indexed>)(database);
      await createIndexes({ models: isIndexed(made) ? [made] : Object.values(made) });
    }
  }
  await createSessionIndexes(database);
  await new JobStore(database, 'any').createIndex();
  await openQueue(database, createLogger('silent'), { worker: 'any', duties: new Map() }).agenda.ready;
}

function isIndexed(made: Indexed | Record<string, Indexed>): made is Indexed {
  return typeof made === 'function';
}

/** Returns the product's modules below a folder, without emulators and test support. */
export function modulesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter(
      (file) => file.endsWith('.ts') && !/\.test\.ts$|-harness\.ts$|\/testing\/|\/emulators\//.test(file),
    );
}
