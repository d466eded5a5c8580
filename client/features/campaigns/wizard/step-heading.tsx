import { useEffect, useRef, type ReactNode } from 'react';

/** The heading of a step. It is focused when the step appears, for keyboard and screen reader users. */
export function StepHeading({ title, text }: { title: string; text?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="mb-6">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
        {title}
      </h1>
      {text !== undefined && <p className="mt-2 text-base text-ink-2">{text}</p>}
    </header>
  );
}
