/** The preferred side of the anchor. */
export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

/** Pixels between the tooltip and its anchor, and the minimum to the edge of the viewport. */
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
 * Returns the position of a tooltip: on the preferred side of its anchor, else on the opposite side, always inside the
 * viewport. All values are in pixels from the top left corner of the viewport.
 */
export function placeTooltip(
  anchor: Box,
  tooltip: Size,
  viewport: Size,
  side: TooltipSide,
): { left: number; top: number } {
  const isVertical = side === 'top' || side === 'bottom';
  const centered = {
    left: anchor.left + (anchor.width - tooltip.width) / 2,
    top: anchor.top + (anchor.height - tooltip.height) / 2,
  };
  const preferred = isVertical
    ? { ...centered, top: beside(anchor.top, anchor.height, tooltip.height, viewport.height, side === 'top') }
    : {
        ...centered,
        left: beside(anchor.left, anchor.width, tooltip.width, viewport.width, side === 'left'),
      };
  return {
    left: within(preferred.left, tooltip.width, viewport.width),
    top: within(preferred.top, tooltip.height, viewport.height),
  };
}

/** Returns the start of the tooltip on one axis, before or after the anchor. */
function beside(
  start: number,
  extent: number,
  size: number,
  viewport: number,
  prefersBefore: boolean,
): number {
  const before = start - GAP - size;
  const after = start + extent + GAP;
  const fitsBefore = before >= MARGIN;
  const fitsAfter = after + size <= viewport - MARGIN;
  return (prefersBefore ? fitsBefore || !fitsAfter : fitsBefore && !fitsAfter) ? before : after;
}

function within(start: number, size: number, viewport: number): number {
  return Math.max(MARGIN, Math.min(start, viewport - size - MARGIN));
}
