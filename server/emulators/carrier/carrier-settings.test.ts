import { describe, expect, it } from 'vitest';
import { delayOf, parseSettings, settingsArgument } from './carrier-settings.ts';

describe('the carrier’s settings', () => {
  it('survive the round trip through the command line', () => {
    const settings = { reportDelay: { min: 50, max: 300 } };
    expect(parseSettings(['--import', 'tsx', settingsArgument(settings), 'carrier', '/data'])).toEqual(
      settings,
    );
  });

  it.each(['', '--settings={}', '--settings={"reportDelay":{"min":-1,"max":0}}', '--settings=x'])(
    'are rejected when missing or invalid: %s',
    (argument) => {
      expect(() => parseSettings([argument, 'carrier', '/data'])).toThrow();
    },
  );

  it('give each event a fixed delay within the range', () => {
    const settings = { reportDelay: { min: 100, max: 200 } };
    const delays = Array.from({ length: 500 }, (_, n) => delayOf(settings, `call c1-${String(n)}-1`));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...delays)).toBeLessThan(200);
    expect(new Set(delays).size).toBe(500);
    expect(delays).not.toEqual(delays.toSorted((a, b) => a - b));
    expect(delayOf(settings, 'call c1-7-1')).toBe(delays[7]);
  });
});
