import { FileClock } from 'lucide-react';
import { formatDateTime } from '#shared/formats.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody } from '#client/ui/display/card.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { LogoMark } from '#client/ui/logo.tsx';
import type { Draft } from '../draft/draft-store.ts';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import type { DraftOffer } from '../draft/use-draft.ts';

/** Step 0: start a campaign or resume a draft. */
export function IntroStep({ draft }: { draft: DraftOffer }) {
  return (
    <div className="flex flex-col items-center pt-[8vh] text-center">
      <LogoMark size={52} className="mb-7" />
      <StepHeading
        title="Let's get your campaign design started!"
        text="A name, your contacts, what they will hear, and when: about five minutes."
      />
      {draft.offered !== null && <UnfinishedDraft draft={draft} offered={draft.offered} />}
      <Button type="submit" size="lg" variant={draft.offered === null ? 'primary' : 'secondary'}>
        Let's Start
      </Button>
      {draft.offered !== null && (
        <p className="mt-3 text-sm text-ink-3">
          A new campaign starts beside this draft, which stays under Campaigns.
        </p>
      )}
    </div>
  );
}

function UnfinishedDraft({ draft, offered }: { draft: DraftOffer; offered: Draft }) {
  const name = offered.form.name.trim() === '' ? 'Unnamed Campaign' : offered.form.name;
  return (
    <Card className="mb-6 w-full max-w-120 text-left" aria-label="Unfinished campaign">
      <CardBody className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon icon={FileClock} size={19} />
        </span>
        <div className="min-w-0 flex-1 basis-48">
          <p className="truncate font-medium">{name}</p>
          <p className="text-sm text-ink-3">Unfinished, saved {formatDateTime(offered.savedAt)} UTC</p>
        </div>
        <Button
          busy={draft.resuming}
          onClick={() => {
            draft.resume(offered);
          }}
        >
          Continue Draft
        </Button>
      </CardBody>
    </Card>
  );
}
