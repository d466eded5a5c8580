import { useState, type Dispatch } from 'react';
import {
  headerSignature,
  mappingProblem,
  suggestedMapping,
  type ColumnMapping,
} from '#shared/contacts/columns/column-mapping.ts';
import { CONTACT_COLUMNS, type ContactColumn } from '#shared/contacts/columns/contact-columns.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import type { WizardAction } from '#client/features/campaigns/wizard/wizard-state.ts';
import { columnName, DropTarget, FileColumns } from './file-columns.tsx';
import type { FileHeader } from './file-header.ts';
import { rememberMapping } from './file-reading.ts';

interface ColumnMatcherProps {
  header: FileHeader;
  /** How the columns are matched now; null if by their names. */
  mapping: ColumnMapping | null;
  dispatch: Dispatch<WizardAction>;
}

/** Values of the choice beside the positions of columns. */
const NONE = '-1';
const NUMBERED = 'rows';

/** Chooses the file's column for each of Hark's, with sample values. */
export default function ColumnMatcher({ header, mapping, dispatch }: ColumnMatcherProps) {
  const [chosen, setChosen] = useState(() => mapping ?? suggestedMapping(header.names));
  const [isDragging, setIsDragging] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const problem = mappingProblem(chosen, header.names);
  const apply = () => {
    setIsSubmitted(true);
    if (problem !== null) return;
    rememberMapping(localStorage, headerSignature(header.names), chosen);
    dispatch({ type: 'columnsMatched', mapping: chosen, isRemembered: false });
  };
  return (
    <Card aria-label="Match columns">
      <CardHeader>
        <CardTitle>Match columns</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-4 px-5 pt-1 pb-5">
        <p className="text-sm text-ink-3">
          Choose which column of your file is which. Your choice is kept for the next file with these headers.
        </p>
        <FileColumns
          names={header.names}
          isUsed={(at) => chosen.positions.includes(at)}
          onDrag={setIsDragging}
        />
        <ul className="divide-y divide-line">
          {CONTACT_COLUMNS.map((column, at) => (
            <DropTarget
              key={column.field}
              active={isDragging}
              onDropped={(dropped) => {
                setChosen(withValue(chosen, at, String(dropped)));
                setIsDragging(false);
              }}
            >
              <MatchedColumn
                column={column}
                header={header}
                value={valueOf(chosen, at)}
                onChange={(value) => {
                  setChosen(withValue(chosen, at, value));
                }}
              />
            </DropTarget>
          ))}
        </ul>
        {isSubmitted && problem !== null && <Notice tone="failed" title={problem} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="ghost"
            onClick={() => {
              dispatch({ type: 'matchingClosed' });
            }}
          >
            Cancel
          </Button>
          <Button variant="primary" onClick={apply}>
            Use these columns
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}

interface MatchedColumnProps {
  column: ContactColumn;
  header: FileHeader;
  value: string;
  onChange: (value: string) => void;
}

function MatchedColumn({ column, header: { names, samples }, value, onChange }: MatchedColumnProps) {
  const found = samples[Number(value)] ?? [];
  const options = [
    { value: NONE, label: column.required ? 'Choose a column' : 'Not in the file' },
    ...(column.field === 'id' ? [{ value: NUMBERED, label: 'Number the rows' }] : []),
    ...names.map((name, at) => ({
      value: String(at),
      label: columnName(name, at),
    })),
  ];
  return (
    <div className="grid grid-cols-2 items-center gap-x-5 gap-y-1 max-sm:grid-cols-1">
      <Field label={column.required ? `${column.header} (required)` : column.header}>
        <SelectInput
          options={options}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      </Field>
      <p className="min-w-0 text-sm wrap-break-word text-ink-3 sm:pt-6">
        {value === NUMBERED && '1, 2, 3 …'}
        {found.map((sample) => (
          <span key={sample} className="block truncate">
            {sample}
          </span>
        ))}
      </p>
    </div>
  );
}

const ID = CONTACT_COLUMNS.findIndex(({ field }) => field === 'id');

function valueOf({ positions, numbersRows }: ColumnMapping, column: number): string {
  return column === ID && numbersRows ? NUMBERED : String(positions[column] ?? -1);
}

function withValue(mapping: ColumnMapping, column: number, value: string): ColumnMapping {
  const at = value === NUMBERED ? -1 : Number(value);
  const positions = mapping.positions.with(column, at);
  return { positions, numbersRows: column === ID ? value === NUMBERED : mapping.numbersRows };
}
