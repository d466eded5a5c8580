import type { Connection } from 'mongoose';
import { composeFeatures, type FeatureOptions, type Features } from '#server/app/features.ts';
import { parseEnv } from '#server/app/env/env.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createLogger } from '#server/platform/lib/log.ts';

export const PUBLIC_URL = 'https://hark.example';

interface TestOptions extends Partial<Omit<FeatureOptions, 'connection' | 'env'>> {
  /** Settings as in the environment. */
  settings?: Record<string, string>;
}

/** Composes the features of one process on a test database. Features whose providers are missing cannot be used. */
export function composeTestFeatures(
  connection: Connection,
  { settings = {}, ...options }: TestOptions = {},
): Features {
  return composeFeatures({
    env: parseEnv({ NODE_ENV: 'test', ...settings }),
    connection,
    clock: systemClock,
    log: createLogger('silent'),
    baseUrl: PUBLIC_URL,
    secrets: ['a secret for tests'],
    ...options,
  });
}
