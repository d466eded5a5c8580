import { CheckBox } from '#client/ui/controls/check-box.tsx';
import type { Column } from '#client/ui/display/data-table.tsx';

/** The chosen rows by their keys, in the order in which they were chosen. */
export type Chosen<Row> = ReadonlyMap<string, Row>;

interface ChooseColumnOptions<Row> {
  header: string;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  chosen: Chosen<Row>;
  onChange: (chosen: Chosen<Row>) => void;
  /** How many rows can be chosen. */
  most?: number;
  /** The rows of the page: all of them are chosen by the header. */
  page?: readonly Row[];
}

/** Returns the column of check boxes in which rows are chosen, one by one or all of a page. */
export function chooseColumn<Row>({ header, page, ...options }: ChooseColumnOptions<Row>): Column<Row> {
  const { keyOf, nameOf, chosen, onChange, most = Infinity } = options;
  return {
    key: 'choose',
    header,
    ...(page !== undefined && { head: <ChoosePage page={page} {...options} />, className: 'as-table:w-8' }),
    cell: (row) => (
      <CheckBox
        label={`${header} ${nameOf(row)}`.trim()}
        checked={chosen.has(keyOf(row))}
        disabled={chosen.size === most && !chosen.has(keyOf(row))}
        onChange={(checked) => {
          const others = [...chosen].filter(([key]) => key !== keyOf(row));
          onChange(new Map(checked ? [...others, [keyOf(row), row]] : others));
        }}
      />
    ),
  };
}

type ChoosePageProps<Row> = Pick<ChooseColumnOptions<Row>, 'keyOf' | 'chosen' | 'onChange'> & {
  page: readonly Row[];
};

function ChoosePage<Row>({ page, keyOf, chosen, onChange }: ChoosePageProps<Row>) {
  const count = page.filter((row) => chosen.has(keyOf(row))).length;
  return (
    <CheckBox
      label="Choose all on this page"
      disabled={page.length === 0}
      checked={page.length > 0 && count === page.length}
      partly={count > 0 && count < page.length}
      onChange={(checked) => {
        onChange(new Map(checked ? page.map((row) => [keyOf(row), row]) : []));
      }}
    />
  );
}
