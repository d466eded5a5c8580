import { useState } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { SelectInput, TextInput } from '#client/ui/controls/inputs.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { callsUrl, PAGE_SIZES, type ShownDetails } from './details-url.ts';

const SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: `${String(size)} rows` }));

interface DetailsPagerProps extends Pick<ShownDetails, 'shown' | 'show'> {
  /** Calls on this page, and on all pages; more where that is not exact. */
  rows: number;
  matching: number;
  isExact: boolean;
  hasNext: boolean;
}

/** Which rows are shown, how many on a page, and the way to other pages. */
export function DetailsPager({ shown, show, rows, matching, isExact, hasNext }: DetailsPagerProps) {
  const { page, size } = shown;
  const first = (page - 1) * size + 1;
  const pages = Math.max(Math.ceil(matching / size), hasNext ? page + 1 : page);
  const go = (wanted: number) => {
    show({ page: wanted });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line px-5 py-3 text-sm text-ink-3">
      <div className="flex items-center gap-3">
        <span data-rows>
          Rows {formatNumber(first)}–{formatNumber(first + rows - 1)} of {!isExact && 'more than '}
          {formatNumber(matching)}
        </span>
        <SelectInput
          aria-label="Rows per page"
          className="w-30"
          options={SIZE_OPTIONS}
          value={String(size)}
          onChange={({ target }) => {
            show({ size: callsUrl.read(`?size=${target.value}`).size });
          }}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {pages > 2 && <PageField key={page} page={page} pages={pages} go={go} />}
        <Pager page={page} pages={pages} onPageChange={go} />
      </div>
    </div>
  );
}

interface PageFieldProps {
  page: number;
  pages: number;
  go: (page: number) => void;
}

/** Goes to a page by its number. */
function PageField({ page, pages, go }: PageFieldProps) {
  const [text, setText] = useState('');
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = Math.min(Number(text), pages);
        if (Number.isInteger(wanted) && wanted >= 1 && wanted !== page) go(wanted);
        setText('');
      }}
    >
      <label className="flex items-center gap-2 whitespace-nowrap">
        Go to page
        <TextInput
          inputMode="numeric"
          className="h-8 max-w-18 text-center"
          maxLength={7}
          value={text}
          onChange={({ target }) => {
            setText(target.value.replace(/\D/g, ''));
          }}
        />
      </label>
    </form>
  );
}
