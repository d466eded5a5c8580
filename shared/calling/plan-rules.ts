import type { CallingPlan, WindowCount } from '#shared/schemas/calling/calling-plan.ts';
import { DEFAULT_HOURS, type CallingHours } from '#shared/schemas/calling/calling.ts';
import { STRICTEST_RULES, type Calendar, type OpenTime } from './calendar.ts';
import type { CallingRule, CallingRules } from './calling-rules.ts';
import type { Steps } from '../steps.ts';
import { isAnywhere } from './window-class.ts';

const FEDERAL = {
  name: 'Federal law: 8 AM to 9 PM',
  sources: ['https://www.ecfr.gov/current/title-47/section-64.1200'],
};

/** Returns the rules that hold in a time, with the contacts to whom each applies: those for all first, then the states'. */
export function* appliedRules(
  calendar: Calendar,
  { sources }: Pick<CallingRules, 'sources'>,
  request: { classes: readonly WindowCount[]; hours: CallingHours | undefined; shown: OpenTime },
): Steps<CallingPlan['rules']> {
  const contacts = request.classes.reduce((sum, { count }) => sum + count, 0);
  const counts = new Map<CallingRule, number>();
  let anywhere = 0;
  for (const { window, count } of request.classes) {
    yield;
    const held = calendar.rulesOf(window, request.shown);
    if (isAnywhere(window)) anywhere += held.length > 0 ? count : 0;
    else for (const rule of held) counts.set(rule, (counts.get(rule) ?? 0) + count);
  }
  const states = [...counts].map(([rule, count]) => ({
    name: rule.name,
    contacts: count,
    sources: rule.sources.flatMap((id) => sources[id]?.url ?? []),
  }));
  return [
    { ...FEDERAL, contacts },
    { name: hoursName(request.hours), contacts, sources: [] },
    ...states.sort((a, b) => a.name.localeCompare(b.name)),
    ...(anywhere > 0 ? [{ name: STRICTEST_RULES, contacts: anywhere, sources: [] }] : []),
  ];
}

function hoursName(hours: CallingHours | undefined): string {
  const { from, to } = hours ?? DEFAULT_HOURS;
  const span = `${spoken(from)} to ${spoken(to)}`;
  return hours === undefined ? `Hark default: ${span}` : `Hours of the campaign: ${span}`;
}

/** Says 09:30 as `9:30 AM`, and 09:00 as `9 AM`. */
function spoken(time: string): string {
  const [hour, minute] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${String(hour % 12 || 12)}${minute === '00' ? '' : `:${minute}`} ${hour < 12 ? 'AM' : 'PM'}`;
}
