import { expect, test, vi } from 'vitest';
import { adjustableClock, fromNow } from './clock.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

test('a clock follows the machine until it is set, and the monotonic clock from then on', () => {
  const monotonic = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  let machine = NOW;
  const clock = adjustableClock({ now: () => machine });
  expect([clock.now(), clock.real.now(), fromNow(clock, 5)]).toEqual([NOW, NOW, later(5)]);
  machine = later(60_000);
  expect(clock.now()).toEqual(machine);
  clock.set(later(-500));
  monotonic.mockReturnValue(3_000);
  expect([clock.now(), clock.real.now(), clock.machine.now()]).toEqual([later(1_500), later(1_500), machine]);
  monotonic.mockRestore();
});

test('a shift changes what time it is, and not the real time', () => {
  const clock = adjustableClock({ now: () => NOW });
  clock.shift(-60_000);
  expect([clock.now(), clock.real.now(), clock.machine.now()]).toEqual([later(-60_000), NOW, NOW]);
  expect(clock.real.of(clock.now())).toEqual(NOW);
  clock.shift(0);
  expect(clock.now()).toEqual(NOW);
});
