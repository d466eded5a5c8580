import { ChevronLeft } from 'lucide-react';
import { paths } from '#client/app/routing/paths.ts';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { Icon } from '#client/ui/icon.tsx';

/** The way back to the analytics page, above the title of a page below it. */
export function AnalyticsLink() {
  return (
    <SmartLink
      href={paths.analytics}
      className="-mb-2 inline-flex items-center gap-1 self-start rounded-small text-sm text-ink-2 hover:text-ink"
    >
      <Icon icon={ChevronLeft} size={16} />
      Analytics
    </SmartLink>
  );
}
