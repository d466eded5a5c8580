import { PhoneOff, Search, SearchX } from 'lucide-react';
import type { SuppressionView } from '#shared/schemas/suppressions.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { DataTable } from '#client/ui/display/data-table.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { suppressionColumns } from './suppression-columns.tsx';
import { numbersOf } from './suppression-text.ts';
import type { Suppressions } from './use-suppressions.ts';

interface SuppressionListProps {
  list: Suppressions;
  onRemove: (number: SuppressionView) => void;
}

/** The do-not-call list with search and paging. */
export function SuppressionList({ list, onRemove }: SuppressionListProps) {
  const { counts, digits, page, pages } = list;
  return (
    <Card aria-label="Numbers">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-4">
        <SearchField list={list} />
        <p role="status" className="text-sm text-ink-3 empty:hidden">
          {digits !== '' && counts !== undefined && `${numbersOf(counts.matching)} found`}
        </p>
      </div>
      <DataTable
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

function SearchField({ list }: Pick<SuppressionListProps, 'list'>) {
  return (
    <Field label="Search by digits" hideLabel className="w-full sm:w-72">
      {({ labelId: _label, ...control }) => (
        <div className="relative">
          <Icon icon={Search} size={16} className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-3" />
          <TextInput
            {...control}
            inputMode="tel"
            autoComplete="off"
            placeholder="Search by digits"
            className="pl-9"
            value={list.search}
            onChange={({ target }) => {
              list.setSearch(target.value);
            }}
          />
        </div>
      )}
    </Field>
  );
}

function NoNumbers({ list }: Pick<SuppressionListProps, 'list'>) {
  if (list.digits !== '')
    return (
      <EmptyState
        icon={SearchX}
        title="No number matches"
        text={`No number on the list contains ${list.digits}.`}
        action={
          <Button
            variant="secondary"
            onClick={() => {
              list.setSearch('');
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
