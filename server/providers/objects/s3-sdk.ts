export type { S3Client } from '@aws-sdk/client-s3';

/** Loads the SDK, only where there is a bucket: it takes a quarter of a second and 20 MB. */
export async function loadS3Sdk() {
  const [s3, { Upload }, { createPresignedPost }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    import('@aws-sdk/s3-presigned-post'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  return { s3, Upload, createPresignedPost, getSignedUrl };
}

export type S3Sdk = Awaited<ReturnType<typeof loadS3Sdk>>;
