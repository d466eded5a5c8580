import type { CDPSession, Locator } from '@playwright/test';
import type { Device } from './lighthouse.ts';

/** Presses the middle of an element as a user of the device does, and waits until the page has answered. */
export type Press = (target: Locator) => Promise<void>;

/** How long a finger or a button stays down, and the pauses before and after a press, in milliseconds. */
const HELD_MS = 60;
const PAUSE_MS = 300;

/** Waits without work in the page, whose main thread would otherwise answer Playwright before it draws the frame. */
export async function pause(): Promise<void> {
  await wait(PAUSE_MS);
}

/**
 * Returns how a user of the device presses: with a finger on a phone, with a mouse that has come to rest on a computer.
 * Playwright's own click looks for its target, measures it and tests what is there within the time that is measured.
 */
export async function pressOf(device: Device, session: CDPSession): Promise<Press> {
  const enabled = device === 'phone';
  await session.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 });
  const press = device === 'phone' ? tap : click;
  return async (target) => {
    const at = await middleOf(target);
    await pause();
    await press(session, at);
    await pause();
  };
}

type Point = { x: number; y: number };

async function middleOf(target: Locator): Promise<Point> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${String(target)} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function tap(session: CDPSession, at: Point): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await wait(HELD_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function click(session: CDPSession, at: Point): Promise<void> {
  const button = { ...at, button: 'left', clickCount: 1 } as const;
  await session.send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved' });
  await pause();
  await session.send('Input.dispatchMouseEvent', { ...button, type: 'mousePressed' });
  await wait(HELD_MS);
  await session.send('Input.dispatchMouseEvent', { ...button, type: 'mouseReleased' });
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
