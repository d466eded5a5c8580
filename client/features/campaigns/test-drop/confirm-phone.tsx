import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { formatPhone } from '#shared/formats.ts';
import {
  confirmTestPhoneInput,
  TEST_CODE_MINUTES,
  testPhoneInput,
} from '#shared/schemas/campaigns/test-drops.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';

const phoneForm = testPhoneInput.pick({ phone: true });
type PhoneForm = z.input<typeof phoneForm>;

interface EnterPhoneProps {
  voiceId: string;
  onCalled: () => void;
  onClose: () => void;
}

/** Asks for the user's phone and has it called with a code. */
export function EnterPhone({ voiceId, onCalled, onClose }: EnterPhoneProps) {
  const utils = trpc.useUtils();
  const { register, handleSubmit, setError, formState } = useForm<
    PhoneForm,
    unknown,
    z.output<typeof phoneForm>
  >({ resolver: zodResolver(phoneForm), defaultValues: { phone: '' } });
  const call = trpc.testDrops.callPhone.useMutation({
    async onSuccess() {
      await utils.testDrops.overview.invalidate();
      onCalled();
    },
    onError(error) {
      setError('phone', { message: errorText(error, 'The call could not be placed. Please try again.') });
    },
  });
  return (
    <FormDialog
      size="sm"
      title="Send a test to my phone"
      description="Your phone is called once with a code that confirms it as yours. The call is charged as one call."
      submitLabel="Call me with a code"
      busyText="Calling..."
      busy={call.isPending}
      onClose={onClose}
      onSubmit={() =>
        handleSubmit(({ phone }) => {
          call.mutate({ phone, voice_id: voiceId });
        })()
      }
    >
      <Field
        label="Your phone number"
        hint="US or Canada, for example +1 (202) 555-0143"
        error={formState.errors.phone?.message}
      >
        <TextInput type="tel" autoComplete="tel" {...register('phone')} />
      </Field>
    </FormDialog>
  );
}

type CodeForm = z.infer<typeof confirmTestPhoneInput>;

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
  const { register, handleSubmit, setError, formState } = useForm<CodeForm>({
    resolver: zodResolver(confirmTestPhoneInput),
    defaultValues: { code: '' },
  });
  const confirm = trpc.testDrops.confirmPhone.useMutation({
    async onSuccess() {
      await Promise.all([utils.testDrops.overview.invalidate(), utils.calling.profile.invalidate()]);
      onConfirmed();
    },
    onError(error) {
      setError('code', { message: errorText(error, 'The code could not be checked. Please try again.') });
    },
  });
  return (
    <FormDialog
      size="sm"
      title="Confirm your phone"
      description={`We left a code on the voicemail of ${formatPhone(phone)}. It can be used for ${String(TEST_CODE_MINUTES)} minutes.`}
      submitLabel="Confirm"
      busyText="Checking..."
      busy={confirm.isPending}
      onClose={onClose}
      onSubmit={() =>
        handleSubmit((values) => {
          confirm.mutate(values);
        })()
      }
    >
      <Field label="Code" hint="Six digits" error={formState.errors.code?.message}>
        <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={6} {...register('code')} />
      </Field>
      <Button variant="ghost" size="sm" className="justify-self-start" onClick={onChange}>
        Call again or use another number
      </Button>
    </FormDialog>
  );
}
