import { createHash } from 'node:crypto';
import { z } from 'zod';

const range = z.strictObject({ min: z.number().min(0), max: z.number() });

const settingsSchema = z.strictObject({
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
