import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';

/**
 * What a carrier does on its bad days, beyond what the number called decides (contract §4). Nothing of it happens
 * unless it is asked for, and then every time.
 */
export interface BadDays {
  /** Takes at most this many requests a second; the others are answered 429. */
  rateLimit?: number;
  /** The account has money for this many calls; every later one fails. */
  funds?: number;
  /** Every report is sent twice. */
  doubled?: boolean;
  /** The signed webhook comes before the callback. */
  backwards?: boolean;
  /** The call is over, and its callback answered, before the request that asked for it is. */
  early?: boolean;
  /** The first request under each key is taken, and its connection broken instead of an answer. */
  hangUp?: boolean;
}

/** How the local carrier is to behave. */
export interface CarrierSettings extends BadDays {
  /** How long a call takes before it is reported, and its signed webhook after that: a range of milliseconds. */
  reportDelay: { min: number; max: number };
}

const FLAGS = ['doubled', 'backwards', 'early', 'hangUp'] as const;
const COUNTS = ['rateLimit', 'funds'] as const;

/** The settings as arguments of the carrier's process, as `parseSettings` reads them. */
export function settingsArgs(settings: CarrierSettings): string[] {
  const { min, max } = settings.reportDelay;
  return [
    `--reportDelay=${String(min)}-${String(max)}`,
    ...COUNTS.flatMap((name) =>
      settings[name] === undefined ? [] : [`--${name}=${String(settings[name])}`],
    ),
    ...FLAGS.flatMap((name) => (settings[name] === true ? [`--${name}`] : [])),
  ];
}

/** Reads the arguments that `settingsArgs` wrote; any others are left alone. */
export function parseSettings(args: readonly string[]): CarrierSettings {
  const { values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      reportDelay: { type: 'string', default: '0-0' },
      rateLimit: { type: 'string' },
      funds: { type: 'string' },
      doubled: { type: 'boolean', default: false },
      backwards: { type: 'boolean', default: false },
      early: { type: 'boolean', default: false },
      hangUp: { type: 'boolean', default: false },
    },
  });
  const { reportDelay, rateLimit, funds, ...flags } = values;
  const [min = 0, max = min] = reportDelay.split('-').map(Number);
  return {
    ...flags,
    reportDelay: { min, max },
    ...(rateLimit !== undefined && { rateLimit: Number(rateLimit) }),
    ...(funds !== undefined && { funds: Number(funds) }),
  };
}

/** A delay of the range for one event: any two events differ as if by chance, the same one is always the same. */
export function delayOf({ reportDelay: { min, max } }: CarrierSettings, event: string): number {
  const share = createHash('sha1').update(event).digest().readUInt32BE() / 2 ** 32;
  return min + share * (max - min);
}
