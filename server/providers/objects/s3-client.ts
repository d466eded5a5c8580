import { MINUTE_MS } from '#shared/time-units.ts';
import type { CreateAgents } from '#server/platform/lib/outgoing/agents.ts';
import { ObjectStoreUnavailable, ProviderRejected } from '../errors.ts';
import type { UploadMethod } from './port.ts';
import type { S3Client, S3Sdk } from './s3-sdk.ts';

/** Where the bucket is and how it is accessed. */
export interface S3Options {
  bucket: string;
  /** The address of an S3-compatible store, which is used with path-style addresses; default: Amazon S3. */
  endpoint?: string | undefined;
  region: string;
  /** Default: what the machine provides, such as a role. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
  /** `none` for a store that encrypts by itself or not at all. */
  encryption: 'AES256' | 'none';
  /** How files are uploaded; default: by `post`. */
  upload?: UploadMethod | undefined;
  /** Whether what is stored is sent with a checksum, which a bucket with a lock requires. */
  withChecksums?: boolean | undefined;
  /** How often a request is sent; default: 3. */
  maxAttempts?: number;
  /** Which requests go through a proxy; default: none. */
  createAgents?: CreateAgents | undefined;
}

const MAX_SOCKETS = 50;
/** A store that cannot be reached fails within ten seconds, in all attempts. */
const CONNECT_MS = 3_000;
const IDLE_MS = 15_000;
/** Time for a whole request; an upload is sent in requests of at most 10 MB. */
const REQUEST_MS = MINUTE_MS;

/** Creates a client with time-outs. */
export function createS3Client(
  { s3 }: S3Sdk,
  { endpoint, region, credentials, maxAttempts = 3, createAgents }: S3Options,
): S3Client {
  const agents = createAgents?.({ keepAlive: true, maxSockets: MAX_SOCKETS });
  return new s3.S3Client({
    region,
    maxAttempts,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials }),
    // Not every compatible store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      ...(agents && { httpAgent: agents.http, httpsAgent: agents.https }),
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
    },
  });
}

/** Whether the store says that there is no such object. A HEAD request has no code, only the status. */
export function isMissingObject(error: unknown): boolean {
  return statusOf(error) === 404 && ['NoSuchKey', 'NotFound'].includes(codeOf(error));
}

/** Keys, clock, region, bucket or load: someone can change it, so that a retry may succeed. */
const RETRYABLE_STATUSES = new Set([301, 307, 401, 403, 404, 408, 429]);

/** Throws the provider's error for one of the SDK: final only if the store refuses the request itself. */
export function rethrow(error: unknown): never {
  const status = statusOf(error);
  const code = codeOf(error);
  if (status < 400 || status >= 500 || RETRYABLE_STATUSES.has(status))
    throw new ObjectStoreUnavailable(`The object store cannot be used (${code})`, code, { cause: error });
  throw new ProviderRejected(`The object store refused a request (${code})`, code, { cause: error });
}

/** Returns the code of the store, or of the system if there was no response. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Returns the status of the store's response; 0 if there was none. */
function statusOf(error: unknown): number {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode ?? 0;
}
