import { useId, type ReactNode } from 'react';

/** A section of a page of text: a heading and its paragraphs. */
export function TextSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <div className="mt-2 flex flex-col gap-3 text-md leading-relaxed text-ink-2">{children}</div>
    </section>
  );
}
