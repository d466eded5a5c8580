import { createHash } from 'node:crypto';
import { z } from 'zod';

const range = z.strictObject({ min: z.number().min(0), max: z.number() });

const faultInjection = z.strictObject({
  /** Takes at most this many requests a second; the others are answered 429. */
  rateLimit: z.number().int().min(0).optional(),
  /** The account has money for this many calls; every later one fails. */
  funds: z.number().int().min(0).optional(),
  /** Every report is sent twice. */
  doubled: z.boolean().optional(),
  /** The signed webhook comes before the callback. */
  backwards: z.boolean().optional(),
  /** The call is over, and its callback answered, before the request that asked for it is. */
  early: z.boolean().optional(),
  /** The first request under each key is taken, and its connection broken instead of an answer. */
  hangUp: z.boolean().optional(),
});

/**
 * What a carrier does on its bad days, beyond what the number called decides (contract §4). Nothing of it happens
 * unless it is asked for, and then every time.
 */
export type FaultInjection = z.infer<typeof faultInjection>;

const settingsSchema = faultInjection.extend({
  /** How long a call takes before it is reported, and its signed webhook after that: a range of milliseconds. */
  reportDelay: range,
});

/** How the local carrier is to behave. */
export type CarrierSettings = z.infer<typeof settingsSchema>;

const OPTION = '--settings=';

/** The settings as an argument of the carrier's process, which `parseSettings` reads. */
export function settingsArgument(settings: CarrierSettings): string {
  return OPTION + JSON.stringify(settings);
}

/** Reads the settings among the arguments of a process; throws where they are missing or wrong. */
export function parseSettings(args: readonly string[]): CarrierSettings {
  const argument = args.find((arg) => arg.startsWith(OPTION)) ?? '';
  return settingsSchema.parse(JSON.parse(argument.slice(OPTION.length)));
}

/** A delay of the range for one event: any two events differ as if by chance, the same one is always the same. */
export function delayOf({ reportDelay: { min, max } }: CarrierSettings, event: string): number {
  const share = createHash('sha1').update(event).digest().readUInt32BE() / 2 ** 32;
  return min + share * (max - min);
}
