import { isDeepStrictEqual } from 'node:util';
import type { CORSRule, LifecycleRule } from '@aws-sdk/client-s3';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { codeOf, createS3Client, type S3Options } from './s3-client.ts';
import { createS3Objects } from './s3-objects.ts';
import { preflight, problemOf, tryUpload, type BucketProblem } from './s3-problems.ts';
import { loadS3Sdk, type S3Client, type S3Sdk } from './s3-sdk.ts';

/** A bucket as its operator sees it. */
export interface S3Bucket {
  /** The origin to which browsers send uploads and from which they load recordings. */
  origin(): Promise<string>;
  /** Returns what is wrong with address, keys and bucket; changes nothing. */
  accessProblem(): Promise<BucketProblem | undefined>;
  /** Returns what is wrong with storing: writes a small object and deletes it. */
  writeProblem(): Promise<BucketProblem | undefined>;
  /** Returns what is wrong with uploads: uploads a small file as browsers do, and deletes it. */
  uploadProblem(): Promise<BucketProblem | undefined>;
  /** Returns what prevents pages of `origin` from uploading, and a clock that differs from the store's. */
  browserProblems(origin: string, now: Date): Promise<BucketProblem[]>;
  cors: BucketSetting<CORSRule>;
  lifecycle: BucketSetting<LifecycleRule>;
  close(): void;
}

/** Rules of a bucket, some of which may be of others. */
interface BucketSetting<Rule> {
  /** Returns the rules of the bucket; none if they cannot be read. */
  read(): Promise<Rule[]>;
  /** Sets rules and keeps those of others; writes nothing if all are there. Returns why they could not be set. */
  set(rules: Rule[]): Promise<BucketProblem | undefined>;
}

/** Opens a bucket for its checks and settings. */
export async function openS3Bucket(options: S3Options): Promise<S3Bucket> {
  const sdk = await loadS3Sdk();
  const { s3 } = sdk;
  const client = createS3Client(sdk, { ...options, maxAttempts: 1 });
  const { bucket: Bucket } = options;
  const describe = (error: unknown) => problemOf(error, options);
  return {
    origin: async () => new URL(await bucketUrl(sdk, options)).origin,
    accessProblem: () => problem(client.send(new s3.ListObjectsV2Command({ Bucket, MaxKeys: 1 })), describe),
    writeProblem: () => problem(writeOnce(sdk, client, Bucket), describe),
    uploadProblem: () => uploadOnce(options),
    browserProblems: async (origin, now) => preflight(await bucketUrl(sdk, options), origin, now, options),
    cors: settingOf<CORSRule>(options, {
      name: 'CORS rules',
      needs: 's3:GetBucketCORS and s3:PutBucketCORS',
      read: () => client.send(new s3.GetBucketCorsCommand({ Bucket })).then(({ CORSRules }) => CORSRules),
      write: (CORSRules) =>
        client.send(new s3.PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } })),
      isOfSame: (one, other) => isDeepStrictEqual(new Set(one.AllowedOrigins), new Set(other.AllowedOrigins)),
    }),
    lifecycle: settingOf<LifecycleRule>(options, {
      name: 'lifecycle rules',
      needs: 's3:GetLifecycleConfiguration and s3:PutLifecycleConfiguration',
      read: () =>
        client.send(new s3.GetBucketLifecycleConfigurationCommand({ Bucket })).then(({ Rules }) => Rules),
      write: (Rules) => {
        const command = { Bucket, LifecycleConfiguration: { Rules } };
        return client.send(new s3.PutBucketLifecycleConfigurationCommand(command));
      },
      isOfSame: (one, other) => one.ID === other.ID,
    }),
    close: () => {
      client.destroy();
    },
  };
}

/** What a bucket without rules responds with. */
const NO_RULES = new Set(['NoSuchCORSConfiguration', 'NoSuchLifecycleConfiguration']);

function settingOf<Rule extends object>(
  options: S3Options,
  {
    name,
    needs,
    read,
    write,
    isOfSame,
  }: {
    name: string;
    /** The permissions of both. */
    needs: string;
    read: () => Promise<Rule[] | undefined>;
    write: (rules: Rule[]) => Promise<unknown>;
    /** Whether one rule takes the place of the other. */
    isOfSame: (one: Rule, other: Rule) => boolean;
  },
): BucketSetting<Rule> {
  async function present(): Promise<Rule[]> {
    try {
      return (await read()) ?? [];
    } catch (error) {
      if (NO_RULES.has(codeOf(error))) return [];
      throw error;
    }
  }
  async function merge(rules: Rule[]): Promise<void> {
    const found = await present();
    if (rules.every((rule) => found.some((other) => isDeepStrictEqual({ ...other, ...rule }, other)))) return;
    const others = found.filter((other) => !rules.some((rule) => isOfSame(rule, other)));
    await write([...rules, ...others]);
  }
  return {
    read: () => present().catch(() => []),
    set: (rules) =>
      problem(merge(rules), (error) => problemOf(error, options, { act: `set the ${name} of`, needs })),
  };
}

async function problem(
  call: Promise<unknown>,
  describe: (error: unknown) => BucketProblem,
): Promise<BucketProblem | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return describe(error);
  }
}

async function writeOnce({ s3 }: S3Sdk, client: S3Client, Bucket: string): Promise<void> {
  const Key = `uploads/check-${newId()}.txt`;
  await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: 'Hark' }));
  await client.send(new s3.DeleteObjectCommand({ Bucket, Key }));
}

async function uploadOnce(options: S3Options): Promise<BucketProblem | undefined> {
  const store = await createS3Objects({ ...options, maxAttempts: 1 });
  const key = `uploads/check-${newId()}.mp3`;
  try {
    return await tryUpload((file) => store.presignUpload(key, { ...file, expiresInSeconds: 60 }), options);
  } catch (error) {
    return problemOf(error, options);
  } finally {
    await store.delete(key).catch(() => undefined);
    store.close();
  }
}

/** Returns the URL of the bucket's forms. No keys are needed for it. */
async function bucketUrl(sdk: S3Sdk, options: S3Options): Promise<string> {
  const client = createS3Client(sdk, { ...options, credentials: { accessKeyId: '-', secretAccessKey: '-' } });
  const { url } = await sdk.createPresignedPost(client, { Bucket: options.bucket, Key: '-' });
  client.destroy();
  return url;
}
