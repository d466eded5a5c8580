import { MINUTE_MS } from '#shared/time-units.ts';
import { fetchBy } from '#server/platform/lib/outgoing/agent-fetch.ts';
import type { PresignedUpload, UploadedFile } from './port.ts';
import { codeOf, type S3Options } from './s3-client.ts';

/** What prevents Hark from using its bucket, in one line that names the setting. */
export interface BucketProblem {
  line: string;
  /** Whether it remains until somebody changes the settings or the bucket. */
  permanent: boolean;
}

const PREFLIGHT_MS = 5_000;
/** A form is valid for five minutes; beyond this difference uploads begin to fail. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/**
 * Asks the bucket at `url` as a browser does before it uploads from a page of `origin`, and compares its clock with
 * `now`.
 */
export async function preflight(
  url: string,
  origin: string,
  now: Date,
  options: S3Options,
): Promise<BucketProblem[]> {
  const isPut = options.upload === 'put';
  const headers = {
    origin,
    'access-control-request-method': isPut ? 'PUT' : 'POST',
    ...(isPut && { 'access-control-request-headers': 'content-type' }),
  };
  const signal = AbortSignal.timeout(PREFLIGHT_MS);
  const request = options.createAgents === undefined ? fetch : fetchBy(options.createAgents({}));
  const response = await request(url, { method: 'OPTIONS', headers, signal }).catch(
    (error: unknown) => error,
  );
  if (!(response instanceof Response)) return [problemOf(response, options)];
  await response.body?.cancel();
  const allowed = response.headers.get('access-control-allow-origin');
  const lines = [];
  if (!response.ok || (allowed !== '*' && allowed !== origin))
    lines.push(
      `S3_BUCKET: the bucket "${options.bucket}" does not let pages of ${origin} upload; ` +
        '"npm run objects -- cors --apply" sets its CORS rule',
    );
  const ahead = now.getTime() - Date.parse(response.headers.get('date') ?? '');
  if (Math.abs(ahead) > CLOCK_TOLERANCE_MS) {
    const minutes = String(Math.round(Math.abs(ahead) / MINUTE_MS));
    lines.push(
      `S3_ENDPOINT: the clock of this machine is ${minutes} minutes ${ahead > 0 ? 'ahead of' : 'behind'} that of the ` +
        'object store, so that uploads and links fail',
    );
  }
  return lines.map((line) => ({ line, permanent: false }));
}

/** The size of the file that is uploaded in a check. */
const CHECK_BYTES = 64;

/** Uploads a small file to what `presign` returns, in the very form of uploads; returns why the store refuses it. */
export async function tryUpload(
  presign: (conditions: {
    contentType: string;
    maxBytes: number;
    file: UploadedFile;
  }) => Promise<PresignedUpload | string>,
  options: S3Options,
): Promise<BucketProblem | undefined> {
  const contentType = 'audio/mpeg';
  const target = await presign({
    contentType,
    maxBytes: CHECK_BYTES,
    file: { type: contentType, size: CHECK_BYTES },
  });
  const file = new Blob([new Uint8Array(CHECK_BYTES)], { type: contentType });
  const signal = AbortSignal.timeout(PREFLIGHT_MS);
  const request = options.createAgents === undefined ? fetch : fetchBy(options.createAgents({}));
  const { url, ...init } = typeof target === 'string' ? putOf(target, file) : postOf(target, file);
  const response = await request(url, { ...init, signal }).catch((error: unknown) => error);
  if (!(response instanceof Response)) return problemOf(response, options);
  const body = await response.text();
  if (response.ok) return undefined;
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? String(response.status);
  const { upload = 'post' } = options;
  const advice = upload === 'post' ? '; stores such as R2 and B2 need S3_UPLOAD=put' : '';
  const line = `S3_UPLOAD: the store refuses an upload by ${upload.toUpperCase()} (${code})${advice}`;
  return { line, permanent: false };
}

function putOf(url: string, file: Blob) {
  return { url, method: 'PUT', body: file, headers: { 'content-type': file.type } };
}

function postOf({ url, fields }: PresignedUpload, file: Blob) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return { url, method: 'POST', body: form };
}

const PERMISSIONS = 's3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload';

/**
 * Returns the line for an error of the store or the network; those that a restart cannot fix are permanent. `tried` is what the
 * key may not do to the bucket, and the permissions of that.
 */
export function problemOf(
  error: unknown,
  { bucket, region, endpoint = 'Amazon S3' }: S3Options,
  tried = { act: 'use', needs: PERMISSIONS },
): BucketProblem {
  const lines: Readonly<Record<string, string>> = {
    InvalidAccessKeyId: `AWS_ACCESS_KEY_ID: ${endpoint} does not know this key`,
    SignatureDoesNotMatch: `AWS_SECRET_ACCESS_KEY: is not the secret of AWS_ACCESS_KEY_ID at ${endpoint}`,
    ExpiredToken: 'AWS_SESSION_TOKEN: has expired',
    InvalidToken: `AWS_SESSION_TOKEN: is not valid at ${endpoint}`,
    CredentialsProviderError:
      'AWS_ACCESS_KEY_ID: must be set with AWS_SECRET_ACCESS_KEY, as this machine has no role for the bucket',
    AccessDenied: `S3_BUCKET: the key may not ${tried.act} the bucket "${bucket}"; it needs ${tried.needs}`,
    NoSuchBucket: `S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}; create it first`,
    PermanentRedirect: `AWS_REGION: the bucket "${bucket}" is not in ${region}`,
    AuthorizationHeaderMalformed: `AWS_REGION: the bucket "${bucket}" is not in ${region}`,
    RequestTimeTooSkewed: `S3_ENDPOINT: the clock of this machine differs from that of ${endpoint}`,
  };
  const code = codeOf(error);
  const line = lines[code];
  if (line !== undefined) return { line, permanent: true };
  const where = endpoint === 'Amazon S3' ? 'S3_BUCKET' : 'S3_ENDPOINT';
  return { line: `${where}: ${endpoint} does not respond as an object store (${code})`, permanent: false };
}
