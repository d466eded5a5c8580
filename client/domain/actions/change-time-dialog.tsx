import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CAMPAIGN_TIMES, dropMoment, endOfWindow, isDay, utcDay } from '#shared/drop-schedule.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { useRefreshCampaigns } from '#client/app/live/use-campaigns.ts';
import { trpc } from '#client/app/trpc.ts';
import { localTime } from '#client/domain/campaigns/schedule-text.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { saved } from '#client/kit/outcome.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput, TextInput } from '#client/ui/controls/inputs.tsx';

const timeForm = z.object({
  day: z.string().refine(isDay, 'Please choose a day'),
  time: z.string().regex(/^\d{2}:\d{2}$/, 'Please choose a time'),
});

/** Changes when a campaign that has not started starts. */
export default function ChangeTimeDialog({
  campaign: { id, name, drop_date: drop },
  onClose,
}: {
  campaign: Pick<CampaignView, 'id' | 'name' | 'drop_date'>;
  onClose: () => void;
}) {
  const [now] = useState(() => new Date());
  const current = drop.slice(11, 16);
  const form = useZodForm(timeForm, { day: drop.slice(0, 10), time: current });
  const chosen = useWatch({ control: form.control });
  const refresh = useRefreshCampaigns();
  const change = trpc.campaigns.update.useMutation(
    saved({ done: `“${name}” starts at another time now.`, refresh, onClose }),
  );
  const times = [...new Set([...CAMPAIGN_TIMES, current])].sort();
  return (
    <MutationDialog
      size="sm"
      title="Change the start"
      description={`${name}. Contacts, message and voice stay as they are.`}
      submitLabel="Save"
      busyText="Saving..."
      form={form}
      mutation={change}
      inputOf={({ day, time }) => ({ id, drop_date: dropMoment(day, time) })}
      failed="The start could not be changed. Please try again."
      onClose={onClose}
    >
      <Field label="Start date (UTC)" error={form.errorOf('day')}>
        <TextInput type="date" min={utcDay(now)} max={utcDay(endOfWindow(now))} {...form.register('day')} />
      </Field>
      <Field label="Start time (UTC)" error={form.errorOf('time')} hint={hintOf(chosen, now)}>
        <SelectInput
          options={times.map((time) => ({ value: time, label: `${time} UTC` }))}
          {...form.register('time')}
        />
      </Field>
    </MutationDialog>
  );
}

/** Returns what the chosen start means to the reader; `undefined` while it is not complete. */
function hintOf({ day = '', time = '' }: { day?: string; time?: string }, now: Date): string | undefined {
  if (!isDay(day)) return undefined;
  return localTime(day, time, now) ?? 'This has passed: the campaign starts one minute after you save it.';
}
