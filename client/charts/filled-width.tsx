import { useState, type ReactNode } from 'react';

interface FilledWidthProps {
  height: number;
  /** Renders what fills a width in pixels. */
  children: (width: number) => ReactNode;
}

/** Fills the width of its container; its children are rendered once it is known, and again when it changes. */
export function FilledWidth({ height, children }: FilledWidthProps) {
  const [width, setWidth] = useState(0);
  const [observe] = useState(() => (element: Element | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      setWidth(entry?.contentRect.width ?? 0);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  });
  return (
    <div ref={observe} style={{ height }}>
      {width > 0 && children(width)}
    </div>
  );
}
