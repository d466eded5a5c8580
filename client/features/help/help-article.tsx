import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#client/app/routing/paths.ts';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';

/** Layout of a help article: heading, back link and sections. */
export function HelpArticle({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <article className="max-w-190">
      <SmartLink
        href={paths.help}
        className="mb-4 inline-flex min-h-8 items-center gap-1.5 rounded-control text-sm text-ink-2 transition-colors hover:text-ink"
      >
        <Icon icon={ArrowLeft} size={15} />
        Help Center
      </SmartLink>
      <PageHeader title={title} text={text} />
      <div className="mt-7 flex flex-col gap-7">{children}</div>
    </article>
  );
}
