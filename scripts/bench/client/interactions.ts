import type { Page } from '@playwright/test';
import type { Device } from './lighthouse.ts';

/** Something that a person does on a page, and waits until it is answered. */
export type Interaction = (page: Page) => Promise<unknown>;

/** How much slower than this machine a person's is. */
const SLOWDOWN: Record<Device, number> = { computer: 1, phone: 4 };

/** The Event Timing entry and its observer's options, which TypeScript does not know in full. */
type TimedEvent = PerformanceEntry & { interactionId: number };
type EventTimingInit = PerformanceObserverInit & { durationThreshold: number };

/**
 * The longest time, in milliseconds, that any of some interactions kept a person waiting for the next frame (the
 * interaction to next paint). The browser times in steps of 8 ms, from 16 on.
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
    // The entry of a frame comes after it.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
    const { durations } = window as unknown as { durations: number[] };
    const { interactionCount } = performance as unknown as { interactionCount: number };
    if (interactionCount === 0) throw new Error('The browser saw no interaction');
    return Math.max(16, ...durations);
  });
}
