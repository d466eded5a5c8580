import { formatCount, formatNumber } from '#shared/formats.ts';
import type { DeletionOverview } from '#shared/schemas/account/account-deletion.ts';
import { paths } from '#client/app/routing/paths.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Notice } from '#client/ui/display/notice.tsx';

/** What happens to what the account holds. */
export function DeletionConsequences({ overview }: { overview: DeletionOverview }) {
  return (
    <ul className="list-disc space-y-1.5 pl-5 text-base marker:text-ink-3">
      {consequencesOf(overview).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function consequencesOf({ scheduled, plan, credits }: DeletionOverview): string[] {
  const texts: string[] = [];
  if (scheduled === 1) texts.push('Your scheduled campaign is deleted and not sent.');
  if (scheduled > 1)
    texts.push(`Your ${formatNumber(scheduled)} scheduled campaigns are deleted and not sent.`);
  if (plan !== null) texts.push(`Your ${plan} plan is cancelled at once.`);
  if (credits > 0) texts.push(`You lose ${formatCount(credits, 'credit')}.`);
  return [
    ...texts,
    'Your API keys are revoked, and you are signed out everywhere.',
    'Your campaigns, contacts, files and voices are erased.',
    'Receipts are kept as the law requires.',
  ];
}

/** The campaigns that the account cannot be deleted with. */
export function BusyCampaigns({ campaigns }: { campaigns: DeletionOverview['busy'] }) {
  return (
    <Notice tone="waiting" title="Your account cannot be deleted while campaigns are running">
      <ul className="my-1.5 grid gap-1">
        {campaigns.map(({ name, status }) => (
          <li key={name} className="break-words">
            <TextLink href={paths.analyticsDetails(name)}>{name}</TextLink> ({status})
          </li>
        ))}
      </ul>
      Wait until they have finished, or delete them first.
    </Notice>
  );
}
