import { formatPhone } from '#shared/formats.ts';
import {
  confirmTestPhoneInput,
  TEST_CODE_MINUTES,
  testPhoneInput,
} from '#shared/schemas/campaigns/test-drops.ts';
import { useRefreshCredits } from '#client/app/live/use-refresh-credits.ts';
import { trpc } from '#client/app/trpc.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';

const phoneForm = testPhoneInput.pick({ phone: true });

interface EnterPhoneProps {
  voiceId: string;
  onCalled: () => void;
  onClose: () => void;
}

/** Asks for the user's phone and has it called with a code. */
export function EnterPhone({ voiceId, onCalled, onClose }: EnterPhoneProps) {
  const utils = trpc.useUtils();
  const refreshCredits = useRefreshCredits();
  const form = useZodForm(phoneForm, { phone: '' });
  const call = trpc.testDrops.callPhone.useMutation({
    async onSuccess() {
      await Promise.all([utils.testDrops.overview.invalidate(), refreshCredits()]);
      onCalled();
    },
  });
  return (
    <MutationDialog
      size="sm"
      title="Send a test to my phone"
      description="Your phone is called once with a code that confirms it as yours. The call is charged as one call."
      submitLabel="Call me with a code"
      busyText="Calling..."
      form={form}
      mutation={call}
      inputOf={({ phone }) => ({ phone, voice_id: voiceId })}
      failed="The call could not be placed. Please try again."
      refusedField="phone"
      onClose={onClose}
    >
      <Field
        label="Your phone number"
        hint="US or Canada, for example +1 (202) 555-0143"
        error={form.errorOf('phone')}
      >
        <TextInput type="tel" autoComplete="tel" {...form.register('phone')} />
      </Field>
    </MutationDialog>
  );
}

interface ConfirmCodeProps {
  phone: string;
  onConfirmed: () => void;
  /** Enters another number, or has a new code spoken. */
  onChange: () => void;
  onClose: () => void;
}

/** Asks for the code that was spoken. */
export function ConfirmCode({ phone, onConfirmed, onChange, onClose }: ConfirmCodeProps) {
  const utils = trpc.useUtils();
  const form = useZodForm(confirmTestPhoneInput, { code: '' });
  const confirm = trpc.testDrops.confirmPhone.useMutation({
    async onSuccess() {
      await Promise.all([utils.testDrops.overview.invalidate(), utils.calling.profile.invalidate()]);
      onConfirmed();
    },
  });
  return (
    <MutationDialog
      size="sm"
      title="Confirm your phone"
      description={`We left a code on the voicemail of ${formatPhone(phone)}. It can be used for ${String(TEST_CODE_MINUTES)} minutes.`}
      submitLabel="Confirm"
      busyText="Checking..."
      form={form}
      mutation={confirm}
      inputOf={(values) => values}
      failed="The code could not be checked. Please try again."
      refusedField="code"
      onClose={onClose}
    >
      <Field label="Code" hint="Six digits" error={form.errorOf('code')}>
        <TextInput
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          {...form.register('code')}
        />
      </Field>
      <Button variant="ghost" size="sm" className="justify-self-start" onClick={onChange}>
        Call again or use another number
      </Button>
    </MutationDialog>
  );
}
