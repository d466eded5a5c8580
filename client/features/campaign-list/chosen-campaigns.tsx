import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { CheckBox } from '#client/ui/controls/check-box.tsx';
import type { Column } from '#client/ui/display/data-table.tsx';

interface ChoiceProps {
  /** The campaigns on the page. */
  rows: readonly CampaignView[];
  /** Their ids. */
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
}

/** Returns the column in which campaigns are chosen, one by one or all of the page. */
export function chooseCampaignColumn({ rows, chosen, setChosen }: ChoiceProps): Column<CampaignView> {
  const count = rows.filter(({ id }) => chosen.has(id)).length;
  return {
    key: 'choose',
    header: 'Choose',
    head: (
      <CheckBox
        label="Choose all on this page"
        disabled={rows.length === 0}
        checked={rows.length > 0 && count === rows.length}
        partly={count > 0 && count < rows.length}
        onChange={(checked) => {
          setChosen(new Set(checked ? rows.map(({ id }) => id) : []));
        }}
      />
    ),
    cell: ({ id, name }) => (
      <CheckBox
        label={`Choose ${name}`}
        checked={chosen.has(id)}
        onChange={(checked) => {
          const others = [...chosen].filter((other) => other !== id);
          setChosen(new Set(checked ? [...others, id] : others));
        }}
      />
    ),
    className: 'as-table:w-8',
  };
}
