import type { Page } from '@playwright/test';
import type { Device } from './lighthouse.ts';
import { pause, pressOf, type Press } from './press.ts';

/** A user interaction on a page; resolves when the page has responded. */
export type Interaction = (page: Page, press: Press) => Promise<unknown>;

/** CPU slowdown per device. */
const SLOWDOWN: Record<Device, number> = { computer: 1, phone: 4 };

/** The longest interaction: its time to next paint in milliseconds, and the event with its place in the list. */
export interface Longest {
  ms: number;
  what: string;
}

/** Event Timing entry and observer options that TypeScript's DOM types lack. */
type TimedEvent = PerformanceEntry & { interactionId: number };
type EventTimingInit = PerformanceObserverInit & { durationThreshold: number };

/**
 * Returns the longest interaction to next paint (INP) of the interactions. The browser measures in steps of 8 ms, starting
 * at 16.
 */
export async function longestInteraction(
  page: Page,
  device: Device,
  interactions: readonly Interaction[],
): Promise<Longest> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN[device] });
  const press = await pressOf(device, session);
  await page.evaluate(() => {
    const entries: TimedEvent[] = [];
    Object.assign(window, { entries });
    new PerformanceObserver((list) => {
      entries.push(...(list.getEntries() as TimedEvent[]).filter(({ interactionId }) => interactionId > 0));
    }).observe({ type: 'event', durationThreshold: 16 } as EventTimingInit);
  });
  let longest: Longest = { ms: 16, what: 'none' };
  for (const [index, interact] of interactions.entries()) {
    await interact(page, press);
    await pause();
    const { duration, name } = await page.evaluate(longestSince);
    if (duration > longest.ms)
      longest = { ms: duration, what: `${name} of interaction ${String(index + 1)}` };
  }
  return longest;
}

/** Runs in the page: returns the longest event since the last call, after the frame that reports it. */
async function longestSince(): Promise<{ duration: number; name: string }> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
  const { entries } = window as unknown as { entries: TimedEvent[] };
  const { interactionCount } = performance as unknown as { interactionCount: number };
  if (interactionCount === 0) throw new Error('The browser recorded no interaction');
  const [first] = entries.splice(0).sort((one, other) => other.duration - one.duration);
  return { duration: first?.duration ?? 0, name: first?.name ?? '' };
}
