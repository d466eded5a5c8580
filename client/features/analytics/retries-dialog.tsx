import { z } from 'zod';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { useRefreshCampaigns } from '#client/app/live/use-campaigns.ts';
import { trpc } from '#client/app/trpc.ts';
import { RETRY_DAYS, RETRY_TIMES } from '#client/domain/campaigns/schedule-text.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { saved } from '#client/kit/outcome.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';

const retriesForm = z.object({ times: z.string(), days: z.string() });

/** Sets how often and when a campaign retries its failed calls by itself. */
export default function RetriesDialog({
  campaign: { id, name, automatic_retry: retry },
  onClose,
}: {
  campaign: Pick<CampaignView, 'id' | 'name' | 'automatic_retry'>;
  onClose: () => void;
}) {
  const form = useZodForm(retriesForm, {
    times: String(retry?.times ?? 1),
    days: String(retry?.after_days ?? 1),
  });
  const refresh = useRefreshCampaigns();
  const set = trpc.campaigns.setRetries.useMutation(
    saved({ done: `Automatic retries of “${name}” were saved.`, refresh, onClose }),
  );
  return (
    <MutationDialog
      size="sm"
      title="Automatic retries"
      description="Hark retries the failed calls, but calls nobody who asked not to be called. Each retry holds its credits when it starts; without enough credits there is none, and we tell you by mail."
      submitLabel="Save"
      busyText="Saving..."
      form={form}
      mutation={set}
      inputOf={({ times, days }) => ({
        id,
        retry: times === '0' ? null : { after_days: Number(days), times: Number(times) },
      })}
      failed="The retries could not be saved. Please try again."
      onClose={onClose}
    >
      <Field label="Retry failed calls" error={form.errorOf('times')}>
        <SelectInput options={RETRY_TIMES} {...form.register('times')} />
      </Field>
      <Field label="After the campaign has finished" error={form.errorOf('days')}>
        <SelectInput options={RETRY_DAYS} {...form.register('days')} />
      </Field>
    </MutationDialog>
  );
}
