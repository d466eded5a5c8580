import { resolve } from 'node:path';
import { formatNumber } from '#shared/formats.ts';
import { confirmRestored } from '#server/app/database/backup.ts';
import { restore } from '#server/app/database/restore.ts';
import { eraseClosed } from '#server/app/erase-closed.ts';
import { readEnv } from '#server/app/env/env.ts';
import { countDocuments } from '#server/platform/backup/backup-format.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { audit } from './credits/audit.ts';
import { withSupportContext } from './credits/support-context.ts';
import { failureCode } from './lib/command-failure.ts';
import { UsageError } from './lib/usage-error.ts';

const USAGE = 'Usage: npm run restore -- DIR | confirm [CAMPAIGN_ID …]';

/**
 * `npm run restore -- DIR | confirm [CAMPAIGN_ID …]`. Exit code 0, 1 on a failure or a difference in the credits, 2 on a usage
 * error.
 */
async function main([what, ...more]: string[]): Promise<number> {
  if (what === undefined || what.startsWith('-')) throw new UsageError(USAGE);
  const env = readEnv();
  if (what === 'confirm') {
    console.log(`${formatNumber(await confirmRestored(env, more))} campaigns may call as others do.`);
    return 0;
  }
  if (more.length > 0) throw new UsageError(USAGE);
  const log = createLogger(env.LOG_LEVEL);
  const warn = (line: string) => {
    console.error(line);
  };
  const { manifest, closed } = await restore(env, { log, folder: resolve(what), warn });
  const { cutAt, objects } = manifest;
  console.log(
    `Restored ${formatNumber(countDocuments(manifest))} documents and ${formatNumber(objects.count)} objects of ${cutAt.toISOString()}.`,
  );
  console.log(
    'Stops of all calls and suspensions since then are lost: repeat them by "npm run support" before Hark starts.',
  );
  if (closed > 0) {
    const left = await eraseClosed(env, log);
    console.log(
      `Accounts that were erased since: ${formatNumber(closed)}. They are erased again, ${formatNumber(left)} once a worker runs.`,
    );
  }
  return withSupportContext((context) => audit(context, { email: undefined, json: false }));
}

process.exitCode = await main(process.argv.slice(2)).catch(failureCode);
