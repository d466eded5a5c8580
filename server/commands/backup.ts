import { resolve } from 'node:path';
import { formatNumber } from '#shared/formats.ts';
import { backup, BackupError, GUARD, guardDatabase } from '#server/app/database/backup.ts';
import { readEnv } from '#server/app/env/env.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { failureCode } from './lib/command-failure.ts';
import { UsageError } from './lib/usage-error.ts';

/** `npm run backup -- DIR`. Exit code 0, 1 on a failure, 2 on a usage error. */
async function main([folder, ...more]: string[]): Promise<void> {
  const env = readEnv();
  if (folder === GUARD) return guardDatabase(env);
  if (folder === undefined || folder.startsWith('-') || more.length > 0)
    throw new UsageError('Usage: npm run backup -- DIR');
  const made = await backup(env, createLogger(env.LOG_LEVEL), resolve(folder));
  const documents = made.collections.reduce((sum, collection) => sum + collection.documents, 0);
  console.log(
    `Backed up ${formatNumber(documents)} documents and ${formatNumber(made.objects.count)} objects to ${folder}.`,
  );
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof BackupError) console.error(error.message);
  process.exitCode = error instanceof BackupError ? 1 : failureCode(error);
});
