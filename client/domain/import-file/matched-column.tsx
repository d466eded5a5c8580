import {
  COLUMN,
  columnName,
  splitsName,
  type ColumnMapping,
} from '#shared/contacts/columns/column-mapping.ts';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { splitName } from '#shared/contacts/columns/split-name.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { chosenValue, NO_LAST_NAME, NUMBERED, UNCHOSEN } from './mapping-form.ts';
import { SampleCells } from './sample-cells.tsx';

interface MatchedColumnProps {
  /** Its index in `CONTACT_COLUMNS`. */
  column: number;
  names: readonly string[];
  samples: readonly string[][];
  mapping: ColumnMapping;
  onChange: (value: string) => void;
  onLastNameOptional: (isOptional: boolean) => void;
}

/** The choice of the file's column for one of Hark's, with its first cells. */
export function MatchedColumn(props: MatchedColumnProps) {
  const { column, names, mapping, onChange, onLastNameOptional } = props;
  const { header = '', required = false } = CONTACT_COLUMNS[column] ?? {};
  const value = chosenValue(mapping, column);
  const options = [
    { value: UNCHOSEN, label: required ? 'Choose a column' : 'Not in the file' },
    ...(column === COLUMN.id ? [{ value: NUMBERED, label: 'Number the rows' }] : []),
    ...(column === COLUMN.last_name ? [{ value: NO_LAST_NAME, label: 'None: first names only' }] : []),
    ...names.map((name, at) => ({ value: String(at), label: columnName(name, at) })),
  ];
  return (
    <div className="grid grid-cols-2 items-center gap-x-5 gap-y-1 max-sm:grid-cols-1">
      <Field label={required ? `${header} (required)` : header} hint={hintOf(column, mapping)}>
        <SelectInput
          options={options}
          value={value}
          onChange={({ target }) => {
            onChange(target.value);
          }}
        />
      </Field>
      <SampleCells cells={cellsOf(props, value)} />
      {column === COLUMN.last_name && Number(value) >= 0 && (
        <label className="col-span-full flex min-h-9 cursor-pointer items-center gap-2.5 text-sm text-ink-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={mapping.lastNameOptional}
            onChange={({ target }) => {
              onLastNameOptional(target.checked);
            }}
          />
          Import people without a last name, too
        </label>
      )}
    </div>
  );
}

function hintOf(column: number, mapping: ColumnMapping): string | undefined {
  if (!splitsName(mapping)) return undefined;
  if (column === COLUMN.first_name) return 'The first word of the name.';
  return column === COLUMN.last_name ? 'The rest of the name.' : undefined;
}

/** Returns the cells as they become: numbers for the rows, the parts of a name. */
function cellsOf({ column, samples, mapping }: MatchedColumnProps, value: string): readonly string[] {
  if (value === NUMBERED) return ['1, 2, 3 …'];
  const cells = samples[Number(value)] ?? [];
  if (!splitsName(mapping)) return cells;
  if (column === COLUMN.first_name) return distinct(cells.map((cell) => splitName(cell).first));
  return column === COLUMN.last_name ? distinct(cells.map((cell) => splitName(cell).last)) : cells;
}

function distinct(cells: readonly string[]): string[] {
  return [...new Set(cells)].filter((cell) => cell !== '');
}
