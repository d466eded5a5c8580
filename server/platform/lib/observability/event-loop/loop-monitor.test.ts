import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { inContext } from '#server/platform/lib/observability/call-context.ts';
import { createLoopMonitor } from './loop-monitor.ts';
import { beginWork } from './work-in-progress.ts';

it('logs what was in progress when the loop was held, and what holds it again', async () => {
  const logged: Record<string, unknown>[] = [];
  const seconds: number[] = [];
  const monitor = createLoopMonitor({
    log: { warn: (fields: unknown) => void logged.push(fields as Record<string, unknown>) },
    metrics: { observe: (_name, _labels, value) => void seconds.push(value) },
  });
  monitor.start();
  const other = beginWork({ requestId: 'request-2' }, () => 'GET /other');
  const slow = { requestId: 'request-1' };
  const ended = beginWork(slow, () => 'GET /slow');
  const hold = async (): Promise<void> => {
    await turn();
    const until = performance.now() + 200;
    while (performance.now() < until);
  };
  const until = async (done: () => boolean): Promise<void> => {
    while (!done()) await sleep(1);
  };
  try {
    await inContext(slow, hold);
    await until(() => seconds.length > 0);
    expect(seconds[0]).toBeGreaterThan(0.05);
    expect(logged[0]).toMatchObject({ inProgress: ['GET /slow', 'GET /other'] });
    await inContext(slow, hold);
    await until(() => logged.some(({ work }) => work === 'GET /slow'));
    expect(logged.some(({ work }) => work === 'GET /other')).toBe(false);
  } finally {
    await monitor.stop();
    ended();
    other();
  }
});

it('looks while work is in progress, and not at rest', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  const cleared = vi.spyOn(globalThis, 'clearInterval');
  const monitor = createLoopMonitor({
    log: { warn: () => undefined },
    metrics: { observe: () => undefined },
  });
  try {
    monitor.start();
    expect(timers).not.toHaveBeenCalled();
    const [first, second] = [1, 2].map((n) => beginWork({ requestId: `r${String(n)}` }, () => 'GET /'));
    expect(timers).toHaveBeenCalledTimes(1);
    first?.();
    second?.();
    await vi.waitFor(() => {
      expect(cleared).toHaveBeenCalledWith(timers.mock.results[0]?.value);
    });
    beginWork({ requestId: 'r3' }, () => 'GET /')();
    expect(timers).toHaveBeenCalledTimes(2);
  } finally {
    await monitor.stop();
    vi.restoreAllMocks();
  }
});
