import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '#shared/formats.ts';
import { cx } from '#client/ui/cx.ts';
import { IconButton } from '#client/ui/controls/button.tsx';

interface PagerProps {
  /** The current page, from 1. */
  page: number;
  pages: number;
  /** Its accessible name, unlike that of any other pager on the screen. */
  label?: string;
  onPageChange: (page: number) => void;
  className?: string;
}

/** Previous and next buttons for the pages of a list. */
export function Pager({ page, pages, label = 'Pages', onPageChange, className }: PagerProps) {
  const last = Math.max(1, pages);
  return (
    <nav
      aria-label={label}
      className={cx('flex items-center justify-end gap-3 text-sm text-ink-3', className)}
    >
      <span aria-live="polite">
        Page {formatNumber(page)} of {formatNumber(last)}
      </span>
      <span className="flex gap-1.5">
        <IconButton
          label="Previous page"
          icon={ChevronLeft}
          disabled={page <= 1}
          onClick={() => {
            onPageChange(page - 1);
          }}
        />
        <IconButton
          label="Next page"
          icon={ChevronRight}
          disabled={page >= last}
          onClick={() => {
            onPageChange(page + 1);
          }}
        />
      </span>
    </nav>
  );
}
