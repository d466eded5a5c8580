import { Check } from 'lucide-react';
import { formatCount, formatDateTime, formatNumber } from '#shared/formats.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody } from '#client/ui/display/card.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { SkippedContacts } from '#client/domain/calls/skipped-contacts.tsx';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import type { StepProps } from '../wizard/wizard-state.ts';

/** Step 7: the confirmation of the scheduled campaign. */
export function SuccessStep({ state }: Pick<StepProps, 'state'>) {
  const { published } = state;
  if (published === null) return null;
  const { id, name, contacts, skipped, dropDate, creditCost, balance } = published;
  return (
    <div className="flex flex-col items-center pt-[6vh] text-center">
      <span className="mb-6 grid size-14 place-items-center rounded-full bg-accent text-on-accent">
        <Icon icon={Check} size={26} />
      </span>
      <StepHeading
        title="Your campaign is scheduled"
        text={`“${name}” calls ${formatCount(contacts, 'person', 'people')} from ${formatDateTime(dropDate)} UTC on.`}
      />
      <div className="mb-7 flex w-full max-w-100 flex-col gap-4">
        <Card>
          <CardBody>
            <dl className="flex flex-col gap-2">
              <Amount term="Credits on hold" value={creditCost} />
              <Amount term="Available credits" value={balance} />
            </dl>
            <p className="mt-3 text-left text-sm text-ink-3">
              They stay on hold until the campaign is sent; only delivered voicemails are charged.
            </p>
          </CardBody>
        </Card>
        <SkippedContacts campaign={{ id, name }} skipped={skipped} />
      </div>
      <Button type="submit" size="lg">
        Done
      </Button>
    </div>
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
