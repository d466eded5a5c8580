import { formatNumber } from '#shared/formats.ts';
import { backup, BackupError, GUARD, guardDatabase } from '#server/app/database/backup.ts';
import { readEnv, type Env } from '#server/app/env/env.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { readCommand } from './backup/usage.ts';
import { verifyCommand } from './backup/verify.ts';
import { failureCode } from './lib/command-failure.ts';

const say = (line: string): void => {
  console.log(line);
};

/** `npm run backup -- DIR | verify DIR`. Exit code 0, 1 on a failure or difference, 2 on a usage error. */
async function main(args: string[]): Promise<number> {
  if (args[0] === GUARD) {
    await guardDatabase(readEnv());
    return 0;
  }
  const { name, folder } = readCommand(args);
  const env = readEnv();
  return name === 'create' ? create(env, folder) : verifyCommand(env, folder, { now: new Date(), say });
}

async function create(env: Env, folder: string): Promise<number> {
  const made = await backup(env, createLogger(env.LOG_LEVEL), folder);
  const documents = made.collections.reduce((sum, collection) => sum + collection.documents, 0);
  say(
    `Backed up ${formatNumber(documents)} documents and ${formatNumber(made.objects.count)} objects to ${folder}.`,
  );
  if (env.BACKUP_KEY === undefined) console.error('The backup is not encrypted: BACKUP_KEY is not set.');
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof BackupError)) return failureCode(error);
  console.error(error.message);
  return 1;
});
