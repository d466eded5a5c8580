import { useId, useState, type SubmitEvent } from 'react';
import { formatCount, formatNumber } from '#shared/formats.ts';
import { creditThreshold } from '#shared/schemas/billing/credit-alert.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { useCredits } from '#client/app/use-account.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { Card, CardBody, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { numberIn } from '#client/features/billing/number-in.ts';
import { toast } from '#client/ui/overlays/toast.tsx';

/** The mail when credits run low: the threshold below which it is sent. */
export function CreditReminder() {
  const titleId = useId();
  const { data, isError, isFetching, refetch } = trpc.billing.creditAlert.useQuery();
  return (
    <Card aria-labelledby={titleId}>
      <CardBody className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
        <div className="flex-1 basis-72">
          <CardTitle id={titleId}>Low credit reminder</CardTitle>
          <p className="mt-1 max-w-prose text-ink-2">
            We email you once when your credits fall below a number you choose. After they have risen above
            it, we remind you again the next time.
          </p>
        </div>
        <div className="min-h-23 w-full sm:w-96">
          {data !== undefined && <Threshold saved={data.threshold} />}
          {data === undefined && !isError && <Skeleton className="mt-6 h-10 w-full" />}
          {data === undefined && isError && <LoadError onRetry={() => void refetch()} busy={isFetching} />}
        </div>
      </CardBody>
    </Card>
  );
}

function Threshold({ saved }: { saved: number | null }) {
  const { billing } = trpc.useUtils();
  const [value, setValue] = useState(saved === null ? '' : formatNumber(saved));
  const [error, setError] = useState<string>();
  const save = trpc.billing.setCreditAlert.useMutation({
    onSuccess: async (alert) => {
      await billing.creditAlert.cancel();
      billing.creditAlert.setData(undefined, alert);
      setValue(alert.threshold === null ? '' : formatNumber(alert.threshold));
      toast.success(alert.threshold === null ? 'The reminder is off.' : 'The reminder is saved.');
    },
    onError: (failure) => {
      toast.error(errorText(failure));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const threshold = creditThreshold.safeParse(numberIn(value));
    setError(threshold.error?.issues[0]?.message);
    if (threshold.success && !save.isPending) save.mutate({ threshold: threshold.data });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Field label="Remind me below" error={error} hint={<State saved={saved} />}>
        <div className="flex gap-2.5">
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            placeholder="5,000"
            value={value}
            onChange={(event) => {
              setValue(event.target.value);
              setError(undefined);
            }}
          />
          <Button type="submit" variant="secondary" busy={save.isPending}>
            Save
          </Button>
          <Button
            variant="ghost"
            disabled={saved === null}
            onClick={() => {
              setError(undefined);
              if (!save.isPending) save.mutate({ threshold: null });
            }}
          >
            Turn off
          </Button>
        </div>
      </Field>
    </form>
  );
}

function State({ saved }: { saved: number | null }) {
  const { balance, loading, failed } = useCredits();
  if (saved === null) return 'No reminder is set.';
  if (!loading && !failed && balance < saved)
    return 'You have fewer than that now. The reminder starts when you have more.';
  return `You get an email below ${formatCount(saved, 'credit')}.`;
}
