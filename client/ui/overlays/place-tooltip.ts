import type { TooltipSide } from './tooltip.ts';

/** Pixels between a bubble and what it explains, and the least between a bubble and the edge of the window. */
const GAP = 7;
const MARGIN = 8;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
type Size = Pick<Box, 'width' | 'height'>;

/**
 * Where a bubble of a size goes: beside its anchor on the wanted side, on the opposite side where there is no room, and
 * always inside the window. All in pixels from the window's top left corner.
 */
export function placeTooltip(
  anchor: Box,
  bubble: Size,
  viewport: Size,
  side: TooltipSide,
): { left: number; top: number } {
  const isVertical = side === 'top' || side === 'bottom';
  const centered = {
    left: anchor.left + (anchor.width - bubble.width) / 2,
    top: anchor.top + (anchor.height - bubble.height) / 2,
  };
  const wanted = isVertical
    ? { ...centered, top: beside(anchor.top, anchor.height, bubble.height, viewport.height, side === 'top') }
    : { ...centered, left: beside(anchor.left, anchor.width, bubble.width, viewport.width, side === 'left') };
  return {
    left: within(wanted.left, bubble.width, viewport.width),
    top: within(wanted.top, bubble.height, viewport.height),
  };
}

/** The start of a bubble before or after an anchor on one axis, as wanted if it fits there. */
function beside(start: number, extent: number, size: number, room: number, wantsBefore: boolean): number {
  const before = start - GAP - size;
  const after = start + extent + GAP;
  const fitsBefore = before >= MARGIN;
  const fitsAfter = after + size <= room - MARGIN;
  return (wantsBefore ? fitsBefore || !fitsAfter : fitsBefore && !fitsAfter) ? before : after;
}

function within(start: number, size: number, room: number): number {
  return Math.max(MARGIN, Math.min(start, room - size - MARGIN));
}
