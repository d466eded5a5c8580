import { COLUMN, columnName, type ColumnMapping } from '#shared/contacts/columns/column-mapping.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { chosenValue, UNCHOSEN } from './mapping-form.ts';
import { SampleCells } from './sample-cells.tsx';

interface NumberToCallProps {
  names: readonly string[];
  samples: readonly string[][];
  /** The columns among which nobody but the person can decide; empty if the header of one says it. */
  asked: readonly number[];
  mapping: ColumnMapping;
  onChoose: (value: string) => void;
}

/** The column with the number that is dialled. Where several are equally likely, none is chosen until the person does. */
export function NumberToCall({ names, samples, asked, mapping, onChoose }: NumberToCallProps) {
  const value = chosenValue(mapping, COLUMN.recommended_phone);
  const options = names.map((name, at) => ({ value: String(at), label: columnName(name, at) }));
  return (
    <section
      aria-label="The number to call"
      className="flex flex-col gap-3 rounded-card border border-line-strong bg-sunken px-4 py-4"
    >
      <h3 className="text-md font-semibold">The number to call</h3>
      {asked.length > 0 && (
        <>
          <p className="text-sm text-ink-2">{questionOf(asked.length)}</p>
          <RadioCards
            aria-label="Columns with phone numbers"
            className="sm:grid-cols-2"
            value={asked.includes(Number(value)) ? value : ''}
            onValueChange={onChoose}
            options={asked.map((at) => ({
              value: String(at),
              title: columnName(names[at] ?? '', at),
              description: <SampleCells cells={samples[at] ?? []} />,
            }))}
          />
        </>
      )}
      <div className="grid grid-cols-2 items-center gap-x-5 gap-y-1 max-sm:grid-cols-1">
        <Field label="RecommendedPhone (required)" hint="We call this number: it must be the person’s own.">
          <SelectInput
            options={[{ value: UNCHOSEN, label: 'Choose a column' }, ...options]}
            value={value}
            onChange={({ target }) => {
              onChoose(target.value);
            }}
          />
        </Field>
        <SampleCells cells={samples[Number(value)] ?? []} />
      </div>
    </section>
  );
}

function questionOf(columns: number): string {
  return columns === 1
    ? 'One column has phone numbers, but its header does not say whose. Choose it if they are the people’s own.'
    : `${String(columns)} columns have phone numbers. Choose the one to call.`;
}
