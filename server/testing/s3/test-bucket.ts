import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { S3Options } from '#server/providers/objects/s3-client.ts';
import type { S3Server } from './s3-server.ts';

/** A new bucket of a real S3 server. */
export interface TestBucket {
  options: S3Options & { endpoint: string };
  /** The settings with which Hark uses it. */
  settings: Record<string, string>;
  client: S3Client;
  /** Returns the keys of its objects. */
  keys(): Promise<string[]>;
  /** Deletes the bucket with all that is in it. */
  remove(): Promise<void>;
  /** Creates the bucket again. */
  create(): Promise<void>;
}

/** Creates a bucket; the server must be there. */
export async function createTestBucket(server: S3Server | undefined): Promise<TestBucket> {
  if (server === undefined) throw new Error('There is no S3 server');
  const { endpoint, ...credentials } = server;
  const Bucket = `hark-${newId().toLowerCase()}`;
  const options: TestBucket['options'] = {
    bucket: Bucket,
    endpoint,
    region: 'us-east-1',
    credentials,
    encryption: 'none',
  };
  const client = new S3Client({ endpoint, region: options.region, forcePathStyle: true, credentials });
  const create = async () => {
    await client.send(new CreateBucketCommand({ Bucket }));
  };
  await create();
  const keys = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    return Contents.map(({ Key = '' }) => Key);
  };
  return {
    options,
    settings: {
      S3_BUCKET: Bucket,
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    client,
    keys,
    create,
    async remove() {
      for (const Key of await keys()) await client.send(new DeleteObjectCommand({ Bucket, Key }));
      await client.send(new DeleteBucketCommand({ Bucket }));
    },
  };
}
