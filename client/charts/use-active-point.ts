import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

/** Returns the index after a key, or undefined for a key that moves nothing. `index` is -1 where no point is active. */
export type KeyStep = (key: string, index: number, count: number) => number | undefined;

interface PointOptions {
  /** The keys of the points in order. */
  keys: readonly string[];
  /** Returns the index of the point at a position within the chart, in pixels. */
  nearest: (x: number, y: number) => number | undefined;
  step?: KeyStep;
}

type Source = 'mouse' | 'touch' | 'keys';

/** Points by a page key. */
const PAGE = 7;

/** Moves through points in one row: arrows, Home, End, and by weeks with Page Up and Page Down. */
export const stepInRow: KeyStep = (key, index, count) => {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, index + 1);
    case 'ArrowLeft':
      return index < 0 ? last : Math.max(0, index - 1);
    case 'PageDown':
      return Math.min(last, Math.max(0, index) + PAGE);
    case 'PageUp':
      return Math.max(0, (index < 0 ? last : index) - PAGE);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
};

/**
 * The point of a chart that a pointer, a touch or keys chose. Spread `props` on the element around the chart, which is one
 * tab stop. `index` is -1 without an active point; `announced` is false while a mouse chose it, whose user sees it.
 */
export function useActivePoint<Element extends HTMLElement>({
  keys,
  nearest,
  step = stepInRow,
}: PointOptions) {
  const ref = useRef<Element>(null);
  const [active, setActive] = useState<{ key: string; by: Source }>();
  const index = active === undefined ? -1 : keys.indexOf(active.key);
  const choose = (next: number | undefined, by: Source) => {
    const key = next === undefined ? undefined : keys[next];
    if (key === active?.key && by === active?.by) return;
    setActive(key === undefined ? undefined : { key, by });
  };
  const close = () => {
    setActive(undefined);
  };
  const byTouch = active?.by === 'touch';
  useEffect(() => {
    if (!byTouch) return undefined;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && ref.current?.contains(target) !== true) setActive(undefined);
    };
    window.addEventListener('pointerdown', closeOutside);
    return () => {
      window.removeEventListener('pointerdown', closeOutside);
    };
  }, [byTouch]);

  const follow = (event: PointerEvent<Element>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const by = event.pointerType === 'mouse' ? 'mouse' : 'touch';
    choose(nearest(event.clientX - box.left, event.clientY - box.top), by);
  };
  return {
    index,
    announced: active !== undefined && active.by !== 'mouse',
    props: {
      ref,
      tabIndex: 0,
      onPointerDown: follow,
      onPointerMove: follow,
      onPointerLeave: (event: PointerEvent<Element>) => {
        if (event.pointerType === 'mouse' && active?.by === 'mouse') close();
      },
      onBlur: close,
      onKeyDown: (event: KeyboardEvent<Element>) => {
        const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
        const next = isPlain ? step(event.key, index, keys.length) : undefined;
        const closes = event.key === 'Escape' && active !== undefined;
        if (next === undefined && !closes) return;
        event.preventDefault();
        event.stopPropagation();
        if (closes) close();
        else choose(next, 'keys');
      },
    },
  };
}
