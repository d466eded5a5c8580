import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from '@playwright/test';

/** Presses the middle of an element with a finger, and waits until the page has answered. */
export type Press = (target: Locator) => Promise<void>;

/** A user interaction on a page; resolves when the page has responded. */
export type Interaction = (page: Page, press: Press) => Promise<unknown>;

/** How many times slower the processor of a phone is. */
const SLOWDOWN = 4;
/**
 * How long a finger stays down, and the pauses before and after, in milliseconds: without work in the page, whose main thread
 * would otherwise answer Playwright before it draws the frame.
 */
const [HELD_MS, PAUSE_MS] = [60, 300];

/** Event Timing entry and observer options that TypeScript's DOM types lack. */
type TimedEvent = PerformanceEntry & { interactionId: number };
type EventTimingInit = PerformanceObserverInit & { durationThreshold: number };

/**
 * Returns the longest interaction to next paint (INP) of the interactions on a phone. The browser measures in steps of 8 ms,
 * starting at 16.
 */
export async function longestInteraction(page: Page, interactions: readonly Interaction[]): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  await page.evaluate(() => {
    const entries: TimedEvent[] = [];
    Object.assign(window, { entries });
    new PerformanceObserver((list) => {
      entries.push(...(list.getEntries() as TimedEvent[]).filter(({ interactionId }) => interactionId > 0));
    }).observe({ type: 'event', durationThreshold: 16 } as EventTimingInit);
  });
  let longest = 16;
  for (const interact of interactions) {
    await interact(page, (target) => tap(session, target));
    await wait(PAUSE_MS);
    longest = Math.max(longest, await page.evaluate(longestSince));
  }
  return longest;
}

/** Playwright's own click looks for its target, measures it and tests what is there within the time that is measured. */
async function tap(session: CDPSession, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${String(target)} is not shown`);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await wait(PAUSE_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await wait(HELD_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await wait(PAUSE_MS);
}

/** Runs in the page: returns the longest event since the last call, after the frame that reports it. */
async function longestSince(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
  const { entries } = window as unknown as { entries: TimedEvent[] };
  const { interactionCount } = performance as unknown as { interactionCount: number };
  if (interactionCount === 0) throw new Error('The browser recorded no interaction');
  return Math.max(0, ...entries.splice(0).map(({ duration }) => duration));
}
