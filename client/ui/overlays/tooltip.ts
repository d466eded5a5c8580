export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

interface TooltipAttributes {
  'data-tooltip'?: string;
  'data-tooltip-side'?: TooltipSide;
  'aria-description'?: string;
}

interface TooltipOptions {
  side?: TooltipSide;
  /** The words are the element's name already: they are shown but not spoken a second time. */
  named?: boolean;
}

/**
 * The attributes of an element whose words appear on hover, on keyboard focus and, where it is disabled, on a tap
 * (tooltip-layer.tsx). Spread them on anything that can be focused. Without `text` there are none, so a reason can come
 * and go.
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
