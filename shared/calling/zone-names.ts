import { DAY_MS, MINUTE_MS } from '../time-units.ts';

/** Names that people use where the name of the zone's time says too little or too much. */
const NAMES: Readonly<Record<string, string>> = {
  'America/Adak': 'Aleutian',
  'America/Phoenix': 'Arizona',
  'Pacific/Honolulu': 'Hawaii',
  UTC: 'UTC',
};

/** Returns what people call a time zone of the IANA database: America/Chicago is `Central`. */
export function zoneName(zone: string): string {
  return NAMES[zone] ?? longName(zone).replace(NAME_END, '');
}

/** Formats a moment as the time in a zone: `9:00 AM`. */
export function timeInZone(at: Date, zone: string): string {
  // Some versions of Intl put a narrow space before AM.
  return formatter(zone, { hour: 'numeric', minute: '2-digit' }).format(at).replace(/\s/gu, ' ');
}

/** Formats a moment as date and time in a zone, to be sorted and read by programs: `2027-01-12 11:30`. */
export function localTime(at: Date, zone: string): string {
  const local = new Date(at.getTime() + offsetAt(at, zone));
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
}

/** Formats a moment as the time in a zone with the zone's name: `9:00 AM Central`. */
export function timeWithZone(at: Date, zone: string): string {
  return `${timeInZone(at, zone)} ${zoneName(zone)}`;
}

/** Formats a moment as the day and time in a zone: `Mon, Nov 23, 9:00 AM`. */
export function dayAndTime(at: Date, zone: string): string {
  const day = formatter(zone, { weekday: 'short', month: 'short', day: 'numeric' }).format(at);
  return `${day}, ${timeInZone(at, zone)}`;
}

/**
 * Says when a campaign that waits goes on: `next calls at 9:00 AM Central`. The weekday is named from a day ahead, and
 * the date from six days ahead.
 */
export function nextCallsText(next: { at: Date; zone: string }, now: Date): string {
  const ahead = next.at.getTime() - now.getTime();
  return `next calls ${dayAhead(next, ahead)}at ${timeWithZone(next.at, next.zone)}`;
}

function dayAhead({ at, zone }: { at: Date; zone: string }, aheadMs: number): string {
  if (aheadMs < DAY_MS) return '';
  const day: Intl.DateTimeFormatOptions =
    aheadMs < 6 * DAY_MS ? { weekday: 'long' } : { month: 'short', day: 'numeric' };
  return `on ${formatter(zone, day).format(at)} `;
}

const NAME_END = / (Standard |Daylight )?Time$/;
/** Zones have changed their names over the years; the latest name counts. */
const RECENT = Date.UTC(2026, 0, 15);

function longName(zone: string): string {
  const parts = formatter(zone, { timeZoneName: 'long' }).formatToParts(RECENT);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** Clocks of all zones change at a quarter of an hour of UTC. */
const QUARTER_MS = 15 * MINUTE_MS;
const MAX_OFFSETS = 1_000;
const offsets = new Map<string, number>();

/** Returns how far the clocks of a zone are ahead of UTC, in ms. One is asked for so many rows of a file that it is kept. */
function offsetAt(at: Date, zone: string): number {
  const quarter = Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS;
  const key = `${zone} ${String(quarter)}`;
  const cached = offsets.get(key);
  if (cached !== undefined) return cached;
  if (offsets.size === MAX_OFFSETS) offsets.clear();
  const offset = readOffset(quarter, zone);
  offsets.set(key, offset);
  return offset;
}

function readOffset(at: number, zone: string): number {
  const parts = formatter(zone, {
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) - at;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A formatter takes far longer to make than to use. */
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  const cached = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  formatters.set(key, cached);
  return cached;
}
