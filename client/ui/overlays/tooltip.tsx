import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { placeTooltip, type TooltipSide } from './place-tooltip.ts';

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
 * Returns the attributes that give a focusable element a tooltip in the TooltipLayer: on hover, on keyboard focus and, if
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

const DELAY_MS = 250;
/** The tooltip is rendered inside the landmark of its anchor, because all content must be inside a landmark. */
const LANDMARKS = 'main, header, aside, footer, [role="dialog"], [role="alertdialog"]';

/** Renders the tooltips of all elements marked by `tooltip()`, once at the root of the app. */
export function TooltipLayer() {
  const anchor = useTooltipAnchor();
  const text = anchor?.dataset['tooltip'];
  if (anchor === null || text === undefined) return null;
  return createPortal(
    <TooltipPopover key={text} anchor={anchor} text={text} />,
    anchor.closest(LANDMARKS) ?? document.body,
  );
}

/** Rendered in the top layer, above dialogs and never clipped. It stays open while hovered. */
function TooltipPopover({ anchor, text }: { anchor: HTMLElement; text: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popover = ref.current;
    if (popover === null) return;
    popover.showPopover();
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const side = (anchor.dataset['tooltipSide'] ?? 'top') as TooltipSide;
    const { left, top } = placeTooltip(
      anchor.getBoundingClientRect(),
      popover.getBoundingClientRect(),
      viewport,
      side,
    );
    Object.assign(popover.style, { left: `${String(left)}px`, top: `${String(top)}px` });
  }, [anchor]);
  return (
    <div
      ref={ref}
      role="tooltip"
      popover="manual"
      className="inset-auto max-w-64 animate-fade rounded-control bg-ink px-2.5 py-1.5 text-left text-sm wrap-anywhere text-page shadow-float"
    >
      {text}
    </div>
  );
}

/** Returns the element whose tooltip is open, or null. */
function useTooltipAnchor(): HTMLElement | null {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: HTMLElement | null, delay = 0) => {
      clearTimeout(timer);
      timer = setTimeout(setAnchor, delay, next);
    };
    const hide = () => {
      clearTimeout(timer);
      setAnchor(null);
    };
    const pointed = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || isTooltip(target)) return;
      show(anchorOf(target), DELAY_MS);
    };
    const focused = ({ target }: FocusEvent) => {
      const next = anchorOf(target);
      if (next?.matches(':focus-visible') === true) show(next);
    };
    const tapped = ({ target }: MouseEvent) => {
      const next = anchorOf(target);
      if (next?.ariaDisabled === 'true') show(next);
    };
    const scrolled = () => {
      setAnchor(null);
    };
    const escaped = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide();
    };
    const abort = new AbortController();
    const options = { signal: abort.signal, passive: true };
    document.addEventListener('pointerover', pointed, options);
    document.addEventListener('pointerdown', hide, options);
    document.addEventListener('click', tapped, options);
    document.addEventListener('focusin', focused, options);
    document.addEventListener('focusout', hide, options);
    document.addEventListener('keydown', escaped, options);
    document.addEventListener('scroll', scrolled, { ...options, capture: true });
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, []);
  return anchor;
}

function anchorOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
}

function isTooltip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="tooltip"]') !== null;
}
