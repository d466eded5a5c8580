import { Check } from 'lucide-react';
import { formatCount, formatNumber } from '#shared/formats.ts';
import { paths } from '#client/app/routing/paths.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { Card, CardBody } from '#client/ui/display/card.tsx';
import { Moment } from '#client/ui/display/moment.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { SkippedContacts } from '#client/domain/calls/skipped-contacts.tsx';
import type { PublishedCampaign } from '#client/features/campaigns/publish/publish-outcome.ts';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import type { StepProps } from '../wizard/wizard-state.ts';

/** Step 7: the confirmation of the scheduled campaign. */
export function SuccessStep({ state }: Pick<StepProps, 'state'>) {
  const { published } = state;
  if (published === null) return null;
  const { id, name, skipped, creditCost, second } = published;
  return (
    <div className="flex flex-col items-center pt-[6vh] text-center">
      <span className="mb-6 grid size-14 place-items-center rounded-full bg-accent text-on-accent">
        <Icon icon={Check} size={26} />
      </span>
      <StepHeading
        title={second === undefined ? 'Your campaign is scheduled' : 'Your campaigns are scheduled'}
        text={<Calls published={published} />}
      />
      <div className="mb-7 flex w-full max-w-100 flex-col gap-4">
        <Card>
          <CardBody>
            <dl className="flex flex-col gap-2">
              <Amount term="Credits on hold" value={creditCost + (second?.creditCost ?? 0)} />
              <Amount term="Available credits" value={(second ?? published).balance} />
            </dl>
            <p className="mt-3 text-left text-sm text-ink-3">
              They stay on hold until the campaign is sent; only delivered voicemails are charged.
            </p>
          </CardBody>
        </Card>
        {second === undefined ? (
          <SkippedContacts campaign={{ id, name }} skipped={skipped} />
        ) : (
          [published, second].map((half) => (
            <SkippedContacts
              key={half.id}
              campaign={half}
              isNamed
              skipped={half.skipped.filter(({ reason }) => reason !== 'other half')}
            />
          ))
        )}
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        {[published, ...(second === undefined ? [] : [second])].map((campaign) => (
          <ButtonLink
            key={campaign.id}
            variant="secondary"
            size="lg"
            href={paths.analyticsDetails(campaign.name)}
          >
            {second === undefined ? 'Open Campaign' : `Open “${campaign.name}”`}
          </ButtonLink>
        ))}
        <Button type="submit" size="lg">
          Done
        </Button>
      </div>
    </div>
  );
}

/** Says whom the campaign calls from when on, or both. */
function Calls({ published: { name, contacts, dropDate, second } }: { published: PublishedCampaign }) {
  const people = (count: number) => formatCount(count, 'person', 'people');
  const from = (start: string) => (
    <>
      from <Moment at={start} /> on
    </>
  );
  if (second === undefined)
    return (
      <>
        “{name}” calls {people(contacts)} {from(dropDate)}.
      </>
    );
  return (
    <>
      “{name}” calls {people(contacts)} with message 1{second.dropDate !== dropDate && <> {from(dropDate)}</>}
      , and “{second.name}” {people(second.contacts)} with message 2, {from(second.dropDate)}.
    </>
  );
}

function Amount({ term, value }: { term: string; value: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">{term}</dt>
      <dd className="font-semibold">{formatNumber(value)}</dd>
    </div>
  );
}
