import { PhoneOff, SearchX } from 'lucide-react';
import { SUPPRESSIONS_CSV_PATH, SUPPRESSIONS_FILE } from '#shared/paths.ts';
import type { SuppressionView } from '#shared/schemas/calling/suppressions.ts';
import { DownloadCsv } from '#client/app/download-csv.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { DataTable } from '#client/ui/display/data-table.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { SearchField } from '#client/ui/controls/search-field.tsx';
import { suppressionColumns } from './suppression-columns.tsx';
import { notFoundText, numbersOf } from './suppression-text.ts';
import type { Suppressions } from './use-suppressions.ts';

interface SuppressionListProps {
  list: Suppressions;
  onRemove: (number: SuppressionView) => void;
}

/** The do-not-call list with search and paging. */
export function SuppressionList({ list, onRemove }: SuppressionListProps) {
  const { matching, digits, page, pages } = list;
  return (
    <Card aria-label="Numbers">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-4">
        <SearchField
          label="Search by digits"
          inputMode="tel"
          className="sm:w-72"
          maxLength={40}
          {...list.typed}
        />
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-sm text-ink-3 empty:hidden">
            {digits !== '' && matching !== undefined && `${numbersOf(matching)} found`}
          </p>
          <DownloadCsv
            size="sm"
            label="Export CSV"
            disabled={digits === null}
            path={`${SUPPRESSIONS_CSV_PATH}${digits ? `?search=${digits}` : ''}`}
            name={SUPPRESSIONS_FILE}
            what="do-not-call list"
          />
        </div>
      </div>
      <DataTable
        wide
        label="Do Not Call List"
        columns={suppressionColumns(onRemove)}
        rows={list.numbers}
        rowKey={({ phone }) => phone}
        loading={list.isPending}
        empty={<NoNumbers list={list} />}
      />
      {list.isError && <LoadError className="pb-6" busy={list.isFetching} onRetry={list.retry} />}
      {pages > 1 && (
        <Pager
          page={page}
          pages={pages}
          onPageChange={list.setPage}
          className="border-t border-line px-5 py-3"
        />
      )}
    </Card>
  );
}

function NoNumbers({ list }: Pick<SuppressionListProps, 'list'>) {
  if (list.digits !== '')
    return (
      <EmptyState
        icon={SearchX}
        title="No number matches"
        text={notFoundText(list.search, list.digits)}
        action={
          <Button
            variant="secondary"
            onClick={() => {
              list.find('');
            }}
          >
            Clear Search
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={PhoneOff}
      title="No numbers yet"
      text="When the carrier reports that someone must not be called, the number appears here automatically. You can also add or import numbers yourself."
    />
  );
}
