import type { Page } from '@playwright/test';
import type { Device } from './lighthouse.ts';

/** A user interaction on a page; resolves when the page has responded. */
export type Interaction = (page: Page) => Promise<unknown>;

/** CPU slowdown per device. */
const SLOWDOWN: Record<Device, number> = { computer: 1, phone: 4 };

/** Event Timing entry and observer options that TypeScript's DOM types lack. */
type TimedEvent = PerformanceEntry & { interactionId: number };
type EventTimingInit = PerformanceObserverInit & { durationThreshold: number };

/**
 * Returns the longest interaction to next paint (INP) of the interactions, in milliseconds. The browser measures in
 * steps of 8 ms, starting at 16.
 */
export async function longestInteraction(
  page: Page,
  device: Device,
  interactions: readonly Interaction[],
): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN[device] });
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as TimedEvent[])
        if (interactionId > 0) durations.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as EventTimingInit);
  });
  for (const interact of interactions) await interact(page);
  return page.evaluate(async () => {
    // Performance entries are delivered after the frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
    const { durations } = window as unknown as { durations: number[] };
    const { interactionCount } = performance as unknown as { interactionCount: number };
    if (interactionCount === 0) throw new Error('The browser recorded no interaction');
    return Math.max(16, ...durations);
  });
}
