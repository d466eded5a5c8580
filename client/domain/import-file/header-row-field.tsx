import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { isContact } from '#shared/contacts/columns/header-row.ts';
import { headerRows, type FileHeader } from './file-header.ts';

interface HeaderRowFieldProps {
  header: FileHeader;
  /** Gets the index of the row in `header.top`. */
  onChoose: (at: number) => void;
}

/** Cells of a row that are shown to recognize it. */
const SHOWN_CELLS = 4;

/** The row that has the headers, if there is one: titles may stand above it. */
export function HeaderRowField({ header, onChoose }: HeaderRowFieldProps) {
  return (
    <Field label="Row with the headers" hint={hintFor(header)}>
      <SelectInput
        options={[
          ...headerRows(header).map(({ row, cells }, at) => ({
            value: String(at),
            label: `Row ${String(row)}: ${shownCells(cells)}`,
          })),
          { value: '-1', label: 'The file has no headers' },
        ]}
        value={String(header.at)}
        onChange={({ target }) => {
          onChoose(Number(target.value));
        }}
      />
    </Field>
  );
}

function hintFor({ at, names }: FileHeader): string {
  if (at === -1) return 'The first row is a contact, too.';
  if (isContact(names)) return 'This row looks like a contact. As headers, it is not called.';
  return at > 0 ? 'Rows above it are left out.' : 'Choose another one if titles stand above the headers.';
}

function shownCells(cells: readonly string[]): string {
  const filled = cells.filter((cell) => cell !== '');
  const shown = filled.slice(0, SHOWN_CELLS).join(', ');
  return filled.length > SHOWN_CELLS ? `${shown}…` : shown;
}
