import type { CORSRule, LifecycleRule } from '@aws-sdk/client-s3';

/** Returns the rule that lets pages of `origins` upload recordings. */
export function corsRules(origins: string[]): CORSRule[] {
  return [
    {
      AllowedOrigins: origins,
      AllowedMethods: ['GET', 'HEAD', 'POST', 'PUT'],
      AllowedHeaders: ['*'],
      MaxAgeSeconds: 3600,
    },
  ];
}

/** What processes that were killed leave behind and nobody can reach any more. */
export const LIFECYCLE_RULES: LifecycleRule[] = [
  {
    ID: 'hark-abandoned-uploads',
    Status: 'Enabled',
    Filter: { Prefix: 'uploads/' },
    Expiration: { Days: 2 },
  },
  {
    ID: 'hark-incomplete-parts',
    Status: 'Enabled',
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  },
];
