import { describe, expect, it } from 'vitest';
import { placeTooltip } from './place-tooltip.ts';

const VIEWPORT = { width: 400, height: 300 };
const TOOLTIP = { width: 100, height: 20 };
const anchorAt = (left: number, top: number) => ({ left, top, width: 40, height: 30 });

describe('placeTooltip', () => {
  it('centers the tooltip on the preferred side', () => {
    const anchor = anchorAt(180, 130);
    expect(placeTooltip(anchor, TOOLTIP, VIEWPORT, 'top')).toEqual({ left: 150, top: 103 });
    expect(placeTooltip(anchor, TOOLTIP, VIEWPORT, 'bottom')).toEqual({ left: 150, top: 167 });
    expect(placeTooltip(anchor, TOOLTIP, VIEWPORT, 'left')).toEqual({ left: 73, top: 135 });
    expect(placeTooltip(anchor, TOOLTIP, VIEWPORT, 'right')).toEqual({ left: 227, top: 135 });
  });

  it('flips to the opposite side when there is no space', () => {
    expect(placeTooltip(anchorAt(180, 4), TOOLTIP, VIEWPORT, 'top').top).toBe(41);
    expect(placeTooltip(anchorAt(180, 266), TOOLTIP, VIEWPORT, 'bottom').top).toBe(239);
    expect(placeTooltip(anchorAt(4, 130), TOOLTIP, VIEWPORT, 'left').left).toBe(51);
    expect(placeTooltip(anchorAt(350, 130), TOOLTIP, VIEWPORT, 'right').left).toBe(243);
  });

  it('keeps the tooltip inside the viewport', () => {
    expect(placeTooltip(anchorAt(0, 130), TOOLTIP, VIEWPORT, 'top').left).toBe(8);
    expect(placeTooltip(anchorAt(380, 130), TOOLTIP, VIEWPORT, 'top').left).toBe(292);
    expect(placeTooltip(anchorAt(180, 130), { width: 100, height: 290 }, VIEWPORT, 'top').top).toBe(8);
  });
});
