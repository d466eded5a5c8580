import { cx } from '#client/ui/cx.ts';
import { SmartLink } from '#client/ui/controls/link.tsx';

export interface PageTab {
  href: string;
  label: string;
  isCurrent: boolean;
}

/** Links to the parts of a page or of a group of pages, of which one is shown. `label` names them for screen readers. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className="border-b border-line">
      <ul className="flex flex-wrap gap-x-5">
        {tabs.map(({ href, label: name, isCurrent }) => (
          <li key={name}>
            <SmartLink
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className={cx(
                '-mb-px flex h-10 items-center border-b-2 font-medium transition-colors pointer-coarse:h-11',
                isCurrent ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {name}
            </SmartLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
