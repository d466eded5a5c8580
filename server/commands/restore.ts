import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatNumber } from '#shared/formats.ts';
import { confirmRestored } from '#server/app/database/backup.ts';
import { restore } from '#server/app/database/restore.ts';
import { eraseClosed } from '#server/app/erase-closed.ts';
import { readEnv } from '#server/app/env/env.ts';
import { countDocuments, type Manifest } from '#server/platform/backup/backup-format.ts';
import { API_KEYS } from '#server/platform/backup/restore-backup.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { audit } from './credits/audit.ts';
import { withSupportContext } from './credits/support-context.ts';
import { failureCode } from './lib/command-failure.ts';
import { UsageError } from './lib/usage-error.ts';

const USAGE =
  'Usage: npm run restore -- DIR [--without-keys] [--without-old-secrets] | confirm [CAMPAIGN_ID …]';

/**
 * `npm run restore -- DIR [--without-keys] [--without-old-secrets] | confirm [CAMPAIGN_ID …]`. Exit code 0, 1 on a failure or a
 * difference in the credits, 2 on a usage error.
 */
async function main(args: string[]): Promise<number> {
  const { positionals, values } = parse(args);
  const [what, ...more] = positionals;
  const withoutKeys = values['without-keys'];
  const withoutOldSecrets = values['without-old-secrets'];
  if (what === undefined) throw new UsageError(USAGE);
  const env = readEnv();
  if (what === 'confirm') {
    if ((withoutKeys ?? withoutOldSecrets) !== undefined) throw new UsageError(USAGE);
    console.log(`${formatNumber(await confirmRestored(env, more))} campaigns may call as others do.`);
    return 0;
  }
  if (more.length > 0) throw new UsageError(USAGE);
  const log = createLogger(env.LOG_LEVEL);
  const warn = (line: string) => {
    console.error(line);
  };
  const { manifest, closed } = await restore(env, {
    log,
    folder: resolve(what),
    warn,
    withoutKeys,
    withoutOldSecrets,
  });
  const { cutAt, objects } = manifest;
  console.log(
    `Restored ${formatNumber(countDocuments(manifest))} documents and ${formatNumber(objects.count)} objects of ${cutAt.toISOString()}.`,
  );
  console.log(
    'Stops of all calls and suspensions since then are lost: repeat them by "npm run support" before Hark starts.',
  );
  console.log(
    'Opt-outs and do-not-call entries since then are lost: enter them by "npm run opt-outs -- import FILE" before Hark starts.',
  );
  console.log(
    'Campaigns that were Sending or Scheduled are Paused, and automatic retries that waited are off: their owners resume them.',
  );
  for (const line of revived(manifest, withoutKeys)) console.log(line);
  if (closed > 0) {
    const left = await eraseClosed(env, log);
    console.log(
      `Accounts that were erased since: ${formatNumber(closed)}. They are erased again, ${formatNumber(left)} once a worker runs.`,
    );
  }
  return withSupportContext((context) => audit(context, { email: undefined, json: false }));
}

function parse(args: string[]) {
  try {
    const options = {
      'without-keys': { type: 'boolean' },
      'without-old-secrets': { type: 'boolean' },
    } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new UsageError(USAGE);
  }
}

/** Says what gives access or is sent to as at the time of the backup, whatever its owners did since. */
function revived({ collections }: Manifest, withoutKeys = false): string[] {
  const count = (name: string) => collections.find((one) => one.name === name)?.documents ?? 0;
  const keys = withoutKeys
    ? 'No API key is restored: their owners make new ones.'
    : `API keys that were revoked since then work again (${formatNumber(count(API_KEYS))} are restored): tell their owners, or restore with --without-keys.`;
  return [
    keys,
    'Passwords, passkeys and second factors are those of then: tell the owners of accounts to look at Profile.',
    `Webhook endpoints are switched off (${formatNumber(count('webhook_endpoints'))}), as some were removed since then: their owners switch them on, which sends what waits.`,
  ];
}

process.exitCode = await main(process.argv.slice(2)).catch(failureCode);
