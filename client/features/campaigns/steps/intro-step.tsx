import { FileClock } from 'lucide-react';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody } from '#client/ui/display/card.tsx';
import { Moment } from '#client/ui/display/moment.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { LogoMark } from '#client/ui/logo.tsx';
import type { Draft } from '../draft/draft-store.ts';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import type { DraftOffer } from '../draft/use-draft.ts';
import type { Prefill } from '#client/features/campaigns/wizard/prefill.ts';

interface IntroStepProps {
  draft: DraftOffer;
  /** What a campaign begins with, which matters while a draft is offered beside it; null for nothing. */
  prefill: Prefill | null;
}

/** Step 0: start a campaign or resume a draft. */
export function IntroStep({ draft, prefill }: IntroStepProps) {
  const { offered } = draft;
  const isMain = offered === null || prefill !== null;
  return (
    <div className="flex flex-col items-center pt-[8vh] text-center">
      <LogoMark size={52} className="mb-7" />
      <StepHeading
        title="Let's get your campaign design started!"
        text="A name, your contacts, what they will hear, and when: about five minutes."
      />
      {offered !== null && (
        <UnfinishedDraft draft={draft} offered={offered} variant={isMain ? 'secondary' : 'primary'} />
      )}
      <Button
        type="submit"
        size="lg"
        variant={isMain ? 'primary' : 'secondary'}
        className="max-w-full sm:max-w-120"
      >
        <span className="truncate">{offered === null ? "Let's Start" : startText(prefill)}</span>
      </Button>
      {offered !== null && (
        <p className="mt-3 text-sm text-ink-3">
          {prefill?.replaces ? 'The replacement starts over' : 'A new campaign starts'} beside this draft,
          which stays under Campaigns.
        </p>
      )}
    </div>
  );
}

/** Returns what the button says that begins with a prefill. */
function startText(prefill: Prefill | null): string {
  if (prefill?.replaces) return `Replace “${prefill.replaces.name}”`;
  if (prefill?.form.name !== undefined) return `Start “${prefill.form.name}”`;
  return prefill?.list ? `Call “${prefill.list.name}”` : "Let's Start";
}

interface UnfinishedDraftProps {
  draft: DraftOffer;
  offered: Draft;
  variant: 'primary' | 'secondary';
}

function UnfinishedDraft({ draft, offered, variant }: UnfinishedDraftProps) {
  const name = offered.form.name.trim() === '' ? 'Unnamed Campaign' : offered.form.name;
  return (
    <Card className="mb-6 w-full max-w-120 text-left" aria-label="Unfinished campaign">
      <CardBody className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon icon={FileClock} size={19} />
        </span>
        <div className="min-w-0 flex-1 basis-48">
          <p className="truncate font-medium">{name}</p>
          <p className="text-sm text-ink-3">
            Unfinished, saved <Moment at={new Date(offered.savedAt).toISOString()} />
          </p>
        </div>
        <Button
          variant={variant}
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
