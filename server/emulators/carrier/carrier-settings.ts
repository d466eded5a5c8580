import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/platform/lib/clock.ts';

const range = z.strictObject({ min: z.number().min(0), max: z.number() });

const faultInjection = z.strictObject({
  /** Accepts at most this many requests per second and returns 429 for the others. */
  rateLimit: z.number().int().min(0).optional(),
  /** The account has funds for this many calls; later ones are reported as failed. */
  paidCalls: z.number().int().min(0).optional(),
  /** Sends every report twice. */
  duplicateReports: z.boolean().optional(),
  /** Sends the signed webhook before the callback. */
  webhookFirst: z.boolean().optional(),
  /** Makes and reports the call before it responds to the placement request. */
  reportBeforeResponse: z.boolean().optional(),
  /** Accepts the first request with each key, then closes the connection without a response. */
  dropConnection: z.boolean().optional(),
});

/** Faults of the carrier besides the outcome by number. All are off by default and deterministic. */
export type FaultInjection = z.infer<typeof faultInjection>;

const settingsSchema = faultInjection.extend({
  /** Range in milliseconds of the delay before a call is reported, and of its signed webhook after that. */
  reportDelay: range,
});

/** Settings of the carrier process. */
export type CarrierSettings = z.infer<typeof settingsSchema>;

const OPTION = '--settings=';

/** Returns the settings as a command-line argument, to be read by `parseSettings`. */
export function settingsArgument(settings: CarrierSettings): string {
  return OPTION + JSON.stringify(settings);
}

/** Reads the settings from command-line arguments. Throws if they are missing or invalid. */
export function parseSettings(args: readonly string[]): CarrierSettings {
  const argument = args.find((arg) => arg.startsWith(OPTION)) ?? '';
  return settingsSchema.parse(JSON.parse(argument.slice(OPTION.length)));
}

/** Returns a delay in milliseconds within the range, pseudorandom by event and always the same for one event. */
export function delayOf({ reportDelay: { min, max } }: CarrierSettings, event: string): number {
  const share = createHash('sha1').update(event).digest().readUInt32BE() / 2 ** 32;
  return min + share * (max - min);
}

/** Returns a function that is true for the first `limit` calls of each second, or always without a limit. */
export function createRateLimiter(limit: number | undefined, clock: Clock): () => boolean {
  let second = 0;
  let passed = 0;
  return () => {
    const now = Math.floor(clock.now().getTime() / 1_000);
    if (now !== second) [second, passed] = [now, 0];
    passed += 1;
    return limit === undefined || passed <= limit;
  };
}
