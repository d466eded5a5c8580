import { join } from 'node:path';
import { Router } from 'express';
import { createLocalObjects } from '#server/emulators/objects/local-objects.ts';
import { EnvError, type Env } from '#server/app/env/env.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { openS3Bucket, type S3Bucket } from '#server/providers/objects/s3-bucket.ts';
import { createS3Objects } from '#server/providers/objects/s3-objects.ts';
import { outgoingAgents } from './outgoing-agents.ts';
import type { S3Options } from '#server/providers/objects/s3-client.ts';

export { corsRules, LIFECYCLE_RULES } from '#server/providers/objects/s3-rules.ts';

/** The object store of a process. */
export interface Objects {
  store: ObjectStore;
  /** Serves the forms and links of the local store; empty for a bucket. */
  router: Router;
  /** Where browsers send uploads to and load recordings from. */
  origin: string;
  close(): void;
}

/** Returns the bucket that the settings name, for its checks and settings; undefined if objects are local. */
export async function openBucket(env: Env): Promise<S3Bucket | undefined> {
  const options = s3Options(env);
  return options && openS3Bucket(options);
}

/**
 * Opens the bucket that the settings name, or a folder of local objects. A bucket is checked, and nothing in it is
 * changed: throws `EnvError` for settings with which it can never be used, and logs other problems.
 */
export async function composeObjects(options: {
  env: Env;
  baseUrl: string;
  clock: Clock;
  log: Logger;
}): Promise<Objects> {
  const { env, baseUrl, clock } = options;
  const s3 = s3Options(env);
  if (s3 === undefined) {
    const folder = join(env.DATA_DIR, 'objects');
    const local = await createLocalObjects({ folder, publicUrl: baseUrl, clock });
    return { ...local, origin: new URL(baseUrl).origin, close: () => undefined };
  }
  const bucket = await openS3Bucket(s3);
  try {
    await reportProblems(bucket, options);
    const store = await createS3Objects(s3);
    return {
      store,
      router: Router(),
      origin: await bucket.origin(),
      close: () => {
        store.close();
      },
    };
  } finally {
    bucket.close();
  }
}

async function reportProblems(
  bucket: S3Bucket,
  { env, baseUrl, clock, log }: Parameters<typeof composeObjects>[0],
): Promise<void> {
  const access = await bucket.accessProblem();
  if (access?.permanent === true) throw new EnvError(access.line);
  // A worker serves no pages; a store that does not respond cannot be asked either.
  const isAsked = access === undefined && env.HARK_ROLE !== 'worker';
  const browser = isAsked ? await bucket.browserProblems(new URL(baseUrl).origin, clock.now()) : [];
  for (const { line } of access === undefined ? browser : [access]) log.warn(line);
}

/** Opens the bucket for copies of backups; undefined if there is none. It may be locked, so each request has a checksum. */
export async function openBackupBucket(env: Env): Promise<(ObjectStore & { close(): void }) | undefined> {
  const { BACKUP_S3_BUCKET, BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, ...keys } = env;
  if (BACKUP_S3_BUCKET === undefined) return undefined;
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = keys;
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined;
  return createS3Objects({
    bucket: BACKUP_S3_BUCKET,
    endpoint: BACKUP_S3_ENDPOINT,
    region: BACKUP_S3_REGION,
    credentials: hasKeys ? { accessKeyId, secretAccessKey } : undefined,
    createAgents: outgoingAgents(env),
    // It is encrypted already.
    encryption: 'none',
    withChecksums: true,
  });
}

/** Returns what tells the bucket for copies of backups from others: its endpoint and its name. */
export function backupBucketName(env: Env): string {
  return `${env.BACKUP_S3_ENDPOINT ?? 'https://s3.amazonaws.com'}/${env.BACKUP_S3_BUCKET ?? ''}`;
}

function s3Options(env: Env): S3Options | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_ENCRYPTION, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = env;
  if (S3_BUCKET === undefined) return undefined;
  const hasKeys = AWS_ACCESS_KEY_ID !== undefined && AWS_SECRET_ACCESS_KEY !== undefined;
  return {
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: AWS_REGION,
    credentials: hasKeys
      ? {
          accessKeyId: AWS_ACCESS_KEY_ID,
          secretAccessKey: AWS_SECRET_ACCESS_KEY,
          ...(env.AWS_SESSION_TOKEN !== undefined && { sessionToken: env.AWS_SESSION_TOKEN }),
        }
      : undefined,
    // Compatible stores often refuse the header; those encrypt by their own settings.
    createAgents: outgoingAgents(env),
    upload: env.S3_UPLOAD,
    encryption: S3_ENCRYPTION ?? (S3_ENDPOINT === undefined ? 'AES256' : 'none'),
  };
}
