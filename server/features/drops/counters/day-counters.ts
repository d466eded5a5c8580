import { addHours, type DayShare, type HourCounts } from '#server/features/drops/settlement/call-counts.ts';
import { daySharesOf } from '#server/features/drops/settlement/day-shares.ts';
import type { DayCounterDocument } from '#server/features/drops/settlement/day-counter-store.ts';
import type { SettlementDocument } from '#server/features/drops/settlement/settlement-store.ts';
import { differencesOf, type CounterDifference, type Figures } from './counter-difference.ts';
import type { CountersDeps } from './counters-deps.ts';

/** What adding up the settlements of a day has shown. */
export interface DayCheck {
  day: string;
  differences: CounterDifference[];
  /** Whether no settlement was counted since. */
  isUnchanged(): Promise<boolean>;
  /** Stores what was counted; returns false if a settlement was counted meanwhile. */
  correct(): Promise<boolean>;
}

/** The sums of a day, and the last settlement of each campaign in them. */
interface DayCounts {
  delivered: number;
  failed: number;
  hours: HourCounts;
  seen: Record<string, number>;
}

type Deps = Pick<CountersDeps, 'campaigns' | 'settlements' | 'days'>;

/**
 * Adds up the settlements of a user's campaigns, also of running and deleted ones, by day and hour. Memory grows with
 * the days only.
 */
export async function checkDays({ campaigns, settlements, days }: Deps, userId: string): Promise<DayCheck[]> {
  // Read before the campaigns: a day that has not changed when it is corrected has counted exactly what is added up.
  const stored = new Map((await days.listAll(userId)).map((day) => [day.day, day]));
  const counted = new Map<string, DayCounts>();
  for await (const { _id, lastSettlement } of campaigns.streamOf(userId))
    for await (const settlement of settlements.stream(_id))
      for (const part of daySharesOf(settlement)) {
        const seen = stored.get(part.day)?.seen?.[_id] ?? 0;
        if (settlement.n <= Math.max(lastSettlement, seen)) addPart(counted, settlement, part);
      }
  const all = [...new Set([...stored.keys(), ...counted.keys()])].sort();
  return all.map((day) => dayCheck(days, { userId, day }, stored.get(day), counted.get(day)));
}

function addPart(
  counted: Map<string, DayCounts>,
  { campaignId, n }: Pick<SettlementDocument, 'campaignId' | 'n'>,
  { day, delivered, failed, hours }: DayShare,
): void {
  const sum = counted.get(day) ?? { delivered: 0, failed: 0, hours: {}, seen: {} };
  sum.delivered += delivered;
  sum.failed += failed;
  addHours(sum.hours, hours);
  sum.seen[campaignId] = n;
  counted.set(day, sum);
}

function dayCheck(
  days: Deps['days'],
  { userId, day }: { userId: string; day: string },
  stored: DayCounterDocument | undefined,
  { seen, ...counts }: DayCounts = { delivered: 0, failed: 0, hours: {}, seen: {} },
): DayCheck {
  const differences = differencesOf(figuresOf(stored ?? {}), figuresOf(counts));
  if (stored !== undefined)
    return {
      day,
      differences,
      isUnchanged: () => days.isUnchanged(stored),
      correct: () => days.correct(stored, counts),
    };
  const _id = `${userId}:${day}`;
  return {
    day,
    differences,
    isUnchanged: async () => !(await days.has(_id)),
    correct: () => days.restore({ _id, userId, day, ...counts, seen }),
  };
}

function figuresOf({
  delivered = 0,
  failed = 0,
  hours = {},
}: Partial<Pick<DayCounterDocument, 'delivered' | 'failed' | 'hours'>>): Figures {
  const ofHours = Object.entries(hours).flatMap(([hour, of]) => [
    [`hours.${hour}.delivered`, of.delivered],
    [`hours.${hour}.failed`, of.failed],
  ]);
  return { delivered, failed, ...(Object.fromEntries(ofHours) as Figures) };
}
