import { ChevronRight, SearchX } from 'lucide-react';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { searchHelp } from './search-help.ts';

/** The sections of articles that a text is found in. */
export function HelpSearchResults({ search }: { search: string }) {
  const found = searchHelp(search);
  if (found.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={SearchX}
          title="Nothing found"
          text="Try another word, or write to us: the address is at the end of this page."
        />
      </Card>
    );
  }
  return (
    <Card aria-label="Found in the Help Center" className="p-1.5">
      <ul>
        {found.map(({ href, topic, title }) => (
          <li key={href}>
            <SmartLink
              href={href}
              className="flex min-h-11 items-center gap-3 rounded-button px-3 py-2 transition-colors hover:bg-ink/5"
            >
              <span className="min-w-0 flex-1 font-medium">{title}</span>
              <span className="text-sm text-ink-3 max-sm:hidden">{topic}</span>
              <Icon icon={ChevronRight} size={15} className="text-ink-3" />
            </SmartLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
