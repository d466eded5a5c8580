import { formatCount } from '#shared/formats.ts';
import { formatDay } from '#shared/drop-schedule.ts';
import type { CallingPlan } from '#shared/schemas/calling/calling-plan.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Accordion } from '#client/ui/display/accordion.tsx';

/** The rules that made the plan, with their sources, behind a disclosure. */
export default function RulesApplied({ plan }: { plan: CallingPlan }) {
  const { rules, rules_reviewed: reviewed, disclaimer } = plan;
  const content = (
    <>
      <ul className="flex flex-col gap-2 text-sm">
        {rules.map(({ name, contacts, sources }) => (
          <li key={name}>
            {name} <span className="text-ink-3">({formatCount(contacts, 'contact')})</span>
            {sources.map((source) => (
              <TextLink key={source} href={source} target="_blank" rel="noreferrer" className="ml-2">
                {hostOf(source)}
              </TextLink>
            ))}
          </li>
        ))}
      </ul>
      {reviewed !== null && (
        <p className="mt-3 text-sm">The rules of states were reviewed on {formatDay(reviewed)}.</p>
      )}
    </>
  );
  return (
    <div className="border-t border-line">
      <Accordion items={[{ id: 'rules', title: `Rules applied: ${String(rules.length)}`, content }]} />
      <p className="text-sm text-ink-3">{disclaimer}</p>
    </div>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address;
}
