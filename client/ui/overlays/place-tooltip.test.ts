import { describe, expect, it } from 'vitest';
import { placeTooltip } from './place-tooltip.ts';

const VIEWPORT = { width: 400, height: 300 };
const BUBBLE = { width: 100, height: 20 };
const anchorAt = (left: number, top: number) => ({ left, top, width: 40, height: 30 });

describe('placeTooltip', () => {
  it('stands centered on the wanted side', () => {
    const anchor = anchorAt(180, 130);
    expect(placeTooltip(anchor, BUBBLE, VIEWPORT, 'top')).toEqual({ left: 150, top: 103 });
    expect(placeTooltip(anchor, BUBBLE, VIEWPORT, 'bottom')).toEqual({ left: 150, top: 167 });
    expect(placeTooltip(anchor, BUBBLE, VIEWPORT, 'left')).toEqual({ left: 73, top: 135 });
    expect(placeTooltip(anchor, BUBBLE, VIEWPORT, 'right')).toEqual({ left: 227, top: 135 });
  });

  it('goes to the other side where there is no room', () => {
    expect(placeTooltip(anchorAt(180, 4), BUBBLE, VIEWPORT, 'top').top).toBe(41);
    expect(placeTooltip(anchorAt(180, 266), BUBBLE, VIEWPORT, 'bottom').top).toBe(239);
    expect(placeTooltip(anchorAt(4, 130), BUBBLE, VIEWPORT, 'left').left).toBe(51);
    expect(placeTooltip(anchorAt(350, 130), BUBBLE, VIEWPORT, 'right').left).toBe(243);
  });

  it('stays inside the window', () => {
    expect(placeTooltip(anchorAt(0, 130), BUBBLE, VIEWPORT, 'top').left).toBe(8);
    expect(placeTooltip(anchorAt(380, 130), BUBBLE, VIEWPORT, 'top').left).toBe(292);
    expect(placeTooltip(anchorAt(180, 130), { width: 100, height: 290 }, VIEWPORT, 'top').top).toBe(8);
  });
});
