import { Suspense, useState } from 'react';
import { type Days, isRangeDay, isReversed, REVERSED_RANGE } from '#shared/day-range.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { Card, CardBody } from '#client/ui/display/card.tsx';

const ChooseCampaign = lazyWithPreload(() => import('./choose-campaign.tsx'));

interface CampaignSideProps {
  label: string;
  /** Null if none is chosen. */
  name: string | null;
  onChange: (name: string) => void;
}

/** The campaign of one side, and a dialog that chooses another. */
export function CampaignSide({ label, name, onChange }: CampaignSideProps) {
  // Undefined until it was first opened; after that the dialog stays mounted.
  const [open, setOpen] = useState<boolean>();
  return (
    <Card aria-label={label}>
      <CardBody className="flex items-center justify-between gap-4 p-5">
        <div className="min-w-0 flex-1">
          <p className="text-sm text-ink-3">{label}</p>
          <p className="mt-1 font-medium wrap-anywhere">{name ?? 'None chosen'}</p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            setOpen(true);
          }}
        >
          {name === null ? 'Choose' : 'Change'}
          <span className="sr-only"> the {label.toLowerCase()}</span>
        </Button>
      </CardBody>
      <Suspense>
        {open !== undefined && (
          <ChooseCampaign
            open={open}
            title={`Choose the ${label.toLowerCase()}`}
            onOpenChange={setOpen}
            onChoose={onChange}
          />
        )}
      </Suspense>
    </Card>
  );
}

interface PeriodSideProps {
  label: string;
  /** Null if the address has none. */
  days: Days | null;
  onChange: (days: Days) => void;
}

/** The days of one side. They are compared once both are days and in order. */
export function PeriodSide({ label, days, onChange }: PeriodSideProps) {
  const known = `${days?.from ?? ''}..${days?.to ?? ''}`;
  const [typed, setTyped] = useState({ from: days?.from ?? '', to: days?.to ?? '', known });
  // The address changed by another way: it wins over what was typed.
  if (days !== null && typed.known !== known) setTyped({ ...days, known });
  const problem = problemOf(typed);
  const change = (part: Partial<Days>) => {
    const next = { from: typed.from, to: typed.to, ...part };
    const isComplete = problemOf(next) === undefined && next.from !== '' && next.to !== '';
    setTyped({ ...next, known: isComplete ? `${next.from}..${next.to}` : typed.known });
    if (isComplete) onChange(next);
  };
  return (
    <Card aria-label={label}>
      <CardBody className="flex flex-col gap-2 p-5">
        <p className="text-sm text-ink-3">{label}</p>
        <div className="flex gap-3">
          <Field label={`${label}: from`} hideLabel className="min-w-0 flex-1">
            <TextInput
              type="date"
              value={typed.from}
              onChange={({ target }) => {
                change({ from: target.value });
              }}
            />
          </Field>
          <span aria-hidden className="self-start pt-2.5 text-sm text-ink-3">
            to
          </span>
          <Field label={`${label}: to`} hideLabel error={problem} className="min-w-0 flex-1">
            <TextInput
              type="date"
              value={typed.to}
              onChange={({ target }) => {
                change({ to: target.value });
              }}
            />
          </Field>
        </div>
      </CardBody>
    </Card>
  );
}

function problemOf({ from, to }: Days): string | undefined {
  const wrong = [from, to].find((day) => day !== '' && !isRangeDay(day));
  if (wrong !== undefined) return 'Please enter days of this century.';
  return from !== '' && to !== '' && isReversed({ from, to }) ? `${REVERSED_RANGE}.` : undefined;
}
