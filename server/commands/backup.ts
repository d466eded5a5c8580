import { formatNumber } from '#shared/formats.ts';
import { backup, GUARD, guardBackup } from '#server/app/database/backup.ts';
import { fetchBackup } from '#server/app/database/rotate.ts';
import { readEnv, type Env } from '#server/app/env/env.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { countDocuments } from '#server/platform/backup/backup-format.ts';
import { pruneSeries } from '#server/platform/backup/series/backup-series.ts';
import { withRotationLock } from '#server/platform/backup/series/rotation-lock.ts';
import { rotateCommand } from './backup/rotate.ts';
import { readCommand } from './backup/usage.ts';
import { verifyCommand } from './backup/verify.ts';
import { failureCode } from './lib/command-failure.ts';

const say = (line: string): void => {
  console.log(line);
};

/** `npm run backup -- …`. Exit code 0, 1 on a failure or difference, 2 on a usage error. */
async function main(args: string[]): Promise<number> {
  if (args[0] === GUARD) {
    await guardBackup(readEnv(), args[1] ?? '');
    return 0;
  }
  const command = readCommand(args);
  const env = readEnv();
  switch (command.name) {
    case 'create':
      return create(env, command.folder);
    case 'verify':
      return verifyCommand(env, command.folder, { now: new Date(), say });
    case 'rotate':
      await rotateCommand(env, createLogger(env.LOG_LEVEL), command, say);
      return 0;
    case 'prune':
      await withRotationLock(command.folder, async () => {
        for (const name of await pruneSeries(command.folder, command.keep)) say(`Removed ${name}.`);
      });
      return 0;
    case 'fetch':
      await fetchBackup(env, command.copy, command.folder);
      say(`Fetched ${command.copy} to ${command.folder}.`);
      return 0;
  }
}

async function create(env: Env, folder: string): Promise<number> {
  const made = await backup(env, createLogger(env.LOG_LEVEL), folder);
  say(
    `Backed up ${formatNumber(countDocuments(made))} documents and ${formatNumber(made.objects.count)} objects to ${folder}.`,
  );
  if (env.BACKUP_KEY === undefined) console.error('The backup is not encrypted: BACKUP_KEY is not set.');
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch(failureCode);
