import { useId, type ReactNode } from 'react';
import { sectionId } from './section-id.ts';

/** A section of a page of text: a heading and its paragraphs. Links lead to it by `sectionId` of the heading. */
export function TextSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section id={sectionId(title)} aria-labelledby={id} className="scroll-mt-20">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <div className="mt-2 flex flex-col gap-3 text-md leading-relaxed text-ink-2">{children}</div>
    </section>
  );
}
