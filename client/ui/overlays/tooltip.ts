export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

interface TooltipAttributes {
  'data-tooltip'?: string;
  'data-tooltip-side'?: TooltipSide;
  'aria-description'?: string;
}

interface TooltipOptions {
  side?: TooltipSide;
  /** The text is also the accessible name, so it is not announced again as the description. */
  named?: boolean;
}

/**
 * Returns the attributes that give a focusable element a tooltip (tooltip-layer.tsx): on hover, on keyboard focus and, if
 * it is disabled, on tap. Returns no attributes without `text`.
 */
export function tooltip(
  text: string | undefined,
  { side = 'top', named = false }: TooltipOptions = {},
): TooltipAttributes {
  if (text === undefined || text === '') return {};
  return {
    'data-tooltip': text,
    'data-tooltip-side': side,
    ...(!named && { 'aria-description': text }),
  };
}
