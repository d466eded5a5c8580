import { useEffect, useRef, useState, type Dispatch } from 'react';
import {
  COLUMN,
  headerSignature,
  mappingProblem,
  type ColumnMapping,
} from '#shared/contacts/columns/column-mapping.ts';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { suggestMapping, type SuggestedMapping } from '#shared/contacts/columns/suggest-mapping.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { DropTarget, FileColumns } from './file-columns.tsx';
import { cellsBelow, headerRowOf, sampleCells, withHeaderAt, type FileHeader } from './file-header.ts';
import { rememberMapping } from './file-reading.ts';
import { HeaderRowField } from './header-row-field.tsx';
import type { ImportAction } from './import-state.ts';
import { withChoice } from './mapping-form.ts';
import { MatchedColumn } from './matched-column.tsx';
import { NumberToCall } from './number-to-call.tsx';

interface ColumnMatcherProps {
  header: FileHeader;
  /** How the columns are matched now; null if by their names. */
  mapping: ColumnMapping | null;
  dispatch: Dispatch<ImportAction>;
}

/** The number that is dialled is decided on first. */
const OTHER_COLUMNS = [...CONTACT_COLUMNS.keys()].filter((column) => column !== COLUMN.recommended_phone);

/** Chooses the file's column for each of Hark's, with sample values. */
export default function ColumnMatcher({ header: found, mapping, dispatch }: ColumnMatcherProps) {
  const [header, setHeader] = useState(found);
  const [{ mapping: chosen, phones }, setSuggested] = useState<SuggestedMapping>(() =>
    mapping === null ? suggestFor(found) : { mapping, phones: [] },
  );
  const [isDragging, setIsDragging] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const samples = sampleCells(header);
  const cardRef = useRef<HTMLElement>(null);
  // It opens below the file, on most screens out of sight.
  useEffect(() => {
    cardRef.current?.scrollIntoView({ block: 'start' });
  }, []);
  const problem = mappingProblem(chosen, header.names);
  const choose = (column: number, value: string) => {
    setSuggested({ mapping: withChoice(chosen, column, value), phones });
    setIsDragging(false);
  };
  const apply = () => {
    setIsSubmitted(true);
    if (problem !== null) return;
    if (header.at !== -1) rememberMapping(localStorage, headerSignature(header.names), chosen);
    dispatch({ type: 'columnsMatched', mapping: chosen, isRemembered: false });
  };
  return (
    <Card ref={cardRef} aria-label="Match columns" className="scroll-mt-6">
      <CardHeader>
        <CardTitle>Match columns</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-4 px-5 pt-1 pb-5">
        <p className="text-sm text-ink-3">
          Choose which column of your file is which.
          {header.at !== -1 && ' Your choice is kept for the next file with these headers.'}
        </p>
        <HeaderRowField
          header={header}
          onChoose={(at) => {
            const next = withHeaderAt(header, at);
            setHeader(next);
            setSuggested(suggestFor(next));
          }}
        />
        <DropTarget
          as="div"
          active={isDragging}
          onDropped={(at) => choose(COLUMN.recommended_phone, String(at))}
        >
          <NumberToCall
            names={header.names}
            samples={samples}
            asked={phones}
            mapping={chosen}
            onChoose={(value) => {
              choose(COLUMN.recommended_phone, value);
            }}
          />
        </DropTarget>
        <FileColumns
          names={header.names}
          samples={samples}
          isUsed={(at) => chosen.positions.includes(at)}
          onDrag={setIsDragging}
        />
        <ul className="divide-y divide-line">
          {OTHER_COLUMNS.map((column) => (
            <DropTarget
              key={column}
              active={isDragging}
              onDropped={(at) => {
                choose(column, String(at));
              }}
            >
              <MatchedColumn
                column={column}
                names={header.names}
                samples={samples}
                mapping={chosen}
                onChange={(value) => {
                  choose(column, value);
                }}
                onLastNameOptional={(lastNameOptional) => {
                  setSuggested({ mapping: { ...chosen, lastNameOptional }, phones });
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

function suggestFor(header: FileHeader): SuggestedMapping {
  return suggestMapping(header.names, cellsBelow(header), headerRowOf(header));
}
