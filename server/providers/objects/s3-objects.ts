import { Readable } from 'node:stream';
import { AppError, toError } from '#server/platform/lib/errors.ts';
import { LIST_PAGE, type ListedObject, type ObjectStore } from './port.ts';
import { createS3Client, isMissingObject, rethrow, type S3Options } from './s3-client.ts';
import { loadS3Sdk, type S3Client, type S3Sdk } from './s3-sdk.ts';

const PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;
const PARTS_AT_ONCE = 2;
const CHECKSUM = { ChecksumAlgorithm: 'SHA256' } as const;
const CACHE_CONTROL = 'private, max-age=300';

/** Creates the object store for a bucket of Amazon S3 or of a compatible store. The bucket must exist. */
export async function createS3Objects(options: S3Options): Promise<ObjectStore & { close(): void }> {
  const sdk = await loadS3Sdk();
  const { s3 } = sdk;
  const client = createS3Client(sdk, options);
  const { bucket: Bucket } = options;
  const encryption = options.encryption === 'none' ? {} : { ServerSideEncryption: options.encryption };
  const stored = { ...encryption, ...(options.withChecksums === true && CHECKSUM) };
  return {
    presignUpload: (key, conditions) => presignUpload(sdk, client, options, key, conditions).catch(rethrow),
    presignDownload: (Key, expiresIn) =>
      sdk
        .getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key, ResponseCacheControl: CACHE_CONTROL }), {
          expiresIn,
        })
        .catch(rethrow),
    async put(Key, Body, ContentType) {
      await client
        .send(new s3.PutObjectCommand({ Bucket, Key, Body, ContentType, ...stored }))
        .catch(rethrow);
    },
    async putStream(Key, bytes, ContentType, maxBytes) {
      const body = limitedStream(bytes, maxBytes);
      const params = { Bucket, Key, Body: body.stream, ContentType, ...stored };
      // Parts of a failed upload are removed; those of a killed process, by the bucket's lifecycle rule.
      const upload = new sdk.Upload({
        client,
        params,
        partSize: partBytes(maxBytes),
        queueSize: PARTS_AT_ONCE,
      });
      try {
        await upload.done();
      } catch (error) {
        throw body.failure() ?? rethrow(error);
      } finally {
        body.stream.destroy();
      }
    },
    async read(Key) {
      try {
        const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }));
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      } catch (error) {
        return isMissingObject(error) ? undefined : rethrow(error);
      }
    },
    async stream(Key) {
      try {
        const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }));
        return Body as AsyncIterable<Buffer> | undefined;
      } catch (error) {
        return isMissingObject(error) ? undefined : rethrow(error);
      }
    },
    stat: (key) => stat(sdk, client, Bucket, key),
    list: (prefix, after) => list(sdk, client, Bucket, prefix, after).catch(rethrow),
    async delete(Key) {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key })).catch(rethrow);
    },
    close: () => {
      client.destroy();
    },
  };
}

/** Parts are larger where S3 would not allow as many. */
function partBytes(maxBytes: number): number {
  return Math.max(PART_BYTES, Math.ceil(maxBytes / MAX_PARTS));
}

async function presignUpload(
  sdk: S3Sdk,
  client: S3Client,
  { bucket, encryption, upload = 'post' }: S3Options,
  key: string,
  conditions: Parameters<ObjectStore['presignUpload']>[1],
): ReturnType<ObjectStore['presignUpload']> {
  const { contentType, maxBytes, expiresInSeconds } = conditions;
  if (upload === 'put') return presignPut(sdk, client, bucket, key, conditions);
  // Each field becomes a condition: the store refuses another value, and further fields.
  return sdk.createPresignedPost(client, {
    Bucket: bucket,
    Key: key,
    Expires: expiresInSeconds,
    Conditions: [['content-length-range', 0, maxBytes]],
    Fields: {
      'Content-Type': contentType,
      ...(encryption !== 'none' && { 'x-amz-server-side-encryption': encryption }),
    },
  });
}

/** The type and, if it is known, the length are signed headers. Who puts a file sends no others: the bucket encrypts by itself. */
function presignPut(
  { s3, getSignedUrl }: S3Sdk,
  client: S3Client,
  Bucket: string,
  Key: string,
  { contentType, file, expiresInSeconds: expiresIn }: Parameters<ObjectStore['presignUpload']>[1],
): Promise<string> {
  const command = new s3.PutObjectCommand({
    Bucket,
    Key,
    ContentType: file?.type ?? contentType,
    ...(file?.size !== undefined && { ContentLength: file.size }),
  });
  const signableHeaders = new Set(['host', 'content-type', 'content-length']);
  return getSignedUrl(client, command, { expiresIn, signableHeaders });
}

async function stat(
  { s3 }: S3Sdk,
  client: S3Client,
  Bucket: string,
  Key: string,
): ReturnType<ObjectStore['stat']> {
  try {
    const { ContentLength = 0, ContentType = '' } = await client.send(
      new s3.HeadObjectCommand({ Bucket, Key }),
    );
    return { size: ContentLength, contentType: ContentType };
  } catch (error) {
    if (!isMissingObject(error)) rethrow(error);
    // The status is the same if the bucket is gone, and then nothing is known about the object.
    await client.send(new s3.HeadBucketCommand({ Bucket })).catch(rethrow);
    return undefined;
  }
}

async function list(
  { s3 }: S3Sdk,
  client: S3Client,
  Bucket: string,
  Prefix: string,
  StartAfter?: string,
): Promise<ListedObject[]> {
  const command = new s3.ListObjectsV2Command({
    Bucket,
    Prefix,
    MaxKeys: LIST_PAGE,
    ...(StartAfter !== undefined && { StartAfter }),
  });
  const { Contents = [] } = await client.send(command);
  return Contents.map(({ Key = '', LastModified = new Date(), Size = 0 }) => ({
    key: Key,
    modifiedAt: LastModified,
    size: Size,
  }));
}

/** Returns the bytes as a stream that fails beyond `maxBytes`, and its failure, which the upload would hide. */
function limitedStream(bytes: AsyncIterable<Buffer>, maxBytes: number) {
  let failure: Error | undefined;
  async function* limited(): AsyncGenerator<Buffer> {
    let size = 0;
    try {
      for await (const chunk of bytes) {
        size += chunk.length;
        if (size > maxBytes)
          throw new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${String(maxBytes)} bytes.`);
        yield chunk;
      }
    } catch (error) {
      failure = toError(error);
      throw failure;
    }
  }
  return { stream: Readable.from(limited()), failure: () => failure };
}
