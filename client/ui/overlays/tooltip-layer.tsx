import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { placeTooltip } from './place-tooltip.ts';
import type { TooltipSide } from './tooltip.ts';

const DELAY_MS = 250;
/** The bubble belongs to the part of the page that its words are about, so that nothing is outside of all parts. */
const LANDMARKS = 'main, header, aside, footer, [role="dialog"], [role="alertdialog"]';

/** Shows the words of whatever `tooltip()` marks; once, at the root of the app. */
export function TooltipLayer() {
  const anchor = useTooltipAnchor();
  const text = anchor?.dataset['tooltip'];
  if (anchor === null || text === undefined) return null;
  return createPortal(
    <Bubble key={text} anchor={anchor} text={text} />,
    anchor.closest(LANDMARKS) ?? document.body,
  );
}

/** In the browser's top layer: above dialogs, and cut off by nothing. The pointer may rest on it. */
function Bubble({ anchor, text }: { anchor: HTMLElement; text: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bubble = ref.current;
    if (bubble === null) return;
    bubble.showPopover();
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const side = (anchor.dataset['tooltipSide'] ?? 'top') as TooltipSide;
    const { left, top } = placeTooltip(
      anchor.getBoundingClientRect(),
      bubble.getBoundingClientRect(),
      viewport,
      side,
    );
    Object.assign(bubble.style, { left: `${String(left)}px`, top: `${String(top)}px` });
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

/** The element whose tooltip is to be seen now. */
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
      if (pointerType === 'touch' || isBubble(target)) return;
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

function isBubble(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="tooltip"]') !== null;
}
