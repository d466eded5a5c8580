import { timeInZone, zoneName } from '#shared/calling/zone-names.ts';
import { formatNumber } from '#shared/formats.ts';
import type { CallingPlan } from '#shared/schemas/calling/calling-plan.ts';

/** The most zones that are named; the rest are summed up. */
const MOST = 5;

interface OpenNowProps {
  plan: Pick<CallingPlan, 'openings'>;
  now: Date;
}

/** Who can be called at this moment, by time zone: `9:12 AM Pacific: 231 until 8:00 PM`. Nothing where nobody can. */
export function OpenNow({ plan, now }: OpenNowProps) {
  const zones = openZones(plan, now);
  if (zones.length === 0) return null;
  const others = zones.slice(MOST).reduce((sum, { contacts }) => sum + contacts, 0);
  return (
    <ul aria-label="Can be called now" className="mb-4 flex flex-wrap gap-2 text-sm">
      {zones.slice(0, MOST).map(({ zone, contacts, until }) => (
        <li key={zone} className="rounded-full border border-line bg-sunken px-3 py-1">
          <span className="text-ink-2">
            {timeInZone(now, zone)} {zoneName(zone)}:
          </span>{' '}
          <span className="font-medium">{formatNumber(contacts)}</span>{' '}
          <span className="text-ink-3">until {timeInZone(until, zone)}</span>
        </li>
      ))}
      {others > 0 && <li className="px-1 py-1 text-ink-2">and {formatNumber(others)} elsewhere</li>}
    </ul>
  );
}

interface OpenZone {
  zone: string;
  contacts: number;
  /** When the first of them can no longer be called. */
  until: Date;
}

/** Returns how many contacts can be called at a moment in each zone, most first. */
export function openZones({ openings }: Pick<CallingPlan, 'openings'>, now: Date): OpenZone[] {
  const zones = new Map<string, OpenZone>();
  for (const { opens_at, closes_at, zone, contacts } of openings) {
    const until = new Date(closes_at);
    if (new Date(opens_at) > now || until <= now) continue;
    const before = zones.get(zone);
    zones.set(zone, {
      zone,
      contacts: contacts + (before?.contacts ?? 0),
      until: before === undefined || until < before.until ? until : before.until,
    });
  }
  return [...zones.values()].sort((a, b) => b.contacts - a.contacts || a.zone.localeCompare(b.zone));
}
