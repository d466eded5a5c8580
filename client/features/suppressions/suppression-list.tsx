import { PhoneOff, SearchX } from 'lucide-react';
import { readPhone } from '#shared/contacts/phone-number.ts';
import { SUPPRESSIONS_CSV_PATH, SUPPRESSIONS_FILE } from '#shared/paths.ts';
import type { SuppressionView } from '#shared/schemas/calling/suppressions.ts';
import { DownloadCsv } from '#client/app/download-csv.tsx';
import { DoNotCallButton } from '#client/domain/calls/do-not-call.tsx';
import { ListCard } from '#client/kit/list-card.tsx';
import { TypedSearch } from '#client/kit/typed-search.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';
import { suppressionColumns } from './suppression-columns.tsx';
import { notFoundText, numbersOf } from './suppression-text.ts';
import type { Suppressions } from './use-suppressions.ts';

interface SuppressionListProps {
  list: Suppressions;
  onRemove: (number: SuppressionView) => void;
}

/** The do-not-call list with search and paging. A whole number that is not on it can be added at once. */
export function SuppressionList({ list, onRemove }: SuppressionListProps) {
  const { address, matching, digits, query, rows, pager } = list;
  const wanted = readPhone(address.shown.search);
  return (
    <ListCard
      wide
      name="Numbers"
      label="Do Not Call List"
      search={
        <TypedSearch
          label="Search by digits"
          inputMode="tel"
          className="sm:w-72"
          maxLength={40}
          address={address}
        />
      }
      actions={
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
      }
      query={query}
      columns={suppressionColumns(onRemove)}
      rows={rows}
      rowKey={({ phone }) => phone}
      pager={pager}
      empty={
        digits === '' ? (
          <EmptyState
            icon={PhoneOff}
            title="No numbers yet"
            text="When the carrier reports that someone must not be called, the number appears here automatically. You can also add or import numbers yourself."
          />
        ) : (
          <EmptyState
            icon={SearchX}
            title="No number matches"
            text={notFoundText(address.shown.search, digits)}
            action={
              <div className="flex flex-wrap justify-center gap-2.5">
                {wanted !== undefined && <DoNotCallButton key={wanted} phone={wanted} />}
                <Button
                  variant="secondary"
                  onClick={() => {
                    address.show({ search: '' });
                  }}
                >
                  Clear Search
                </Button>
              </div>
            }
          />
        )
      }
    />
  );
}
