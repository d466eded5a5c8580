import { useState, type KeyboardEvent } from 'react';
import { companyNameSchema } from '#shared/schemas/account/auth.ts';
import { callingProfileInput } from '#shared/schemas/calling/calling-profile.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import type { Sender } from '#client/features/campaigns/wizard/wizard-state.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';

/** Asks for the business name and the call-back number where the profile has none, and saves them there. */
export function SenderFields({ sender }: { sender: Sender }) {
  const { uid } = useUser();
  const utils = trpc.useUtils();
  const onSuccess = async () => {
    await Promise.all([utils.calling.profile.invalidate(), utils.auth.userInfo.invalidate()]);
  };
  const name = trpc.auth.updateProfile.useMutation({ onSuccess });
  const number = trpc.calling.updateProfile.useMutation({ onSuccess });
  return (
    <>
      {sender.businessName === '' && (
        <SenderField
          label="Business name"
          hint="Saved in your profile. Every message must begin with it."
          autoComplete="organization"
          problemOf={(text) => companyNameSchema.safeParse(text).error?.issues[0]?.message}
          mutation={name}
          onSave={(text) => {
            name.mutate({ id: uid, profile: { company_name: text } });
          }}
        />
      )}
      {sender.callbackNumber === '' && (
        <SenderField
          label="Number to call back"
          hint="Saved in your profile. People call it to reach you and to stop messages."
          type="tel"
          autoComplete="tel"
          problemOf={(text) =>
            callingProfileInput.safeParse({ callback_number: text }).error?.issues[0]?.message
          }
          mutation={number}
          onSave={(text) => {
            number.mutate({ callback_number: text });
          }}
        />
      )}
    </>
  );
}

interface SenderFieldProps {
  label: string;
  hint: string;
  type?: 'tel';
  autoComplete: string;
  /** Returns why a text cannot be saved. */
  problemOf: (text: string) => string | undefined;
  mutation: { isPending: boolean; error: unknown };
  onSave: (text: string) => void;
}

/** A text that is saved on its own: it stands within the form of the wizard. */
function SenderField({ label, hint, problemOf, mutation, onSave, ...input }: SenderFieldProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const save = () => {
    if (mutation.isPending) return;
    const found = text.trim() === '' ? 'Please enter this first' : problemOf(text);
    setProblem(found);
    if (found === undefined) onSave(text.trim());
  };
  const refusal = mutation.error === null ? undefined : errorText(mutation.error);
  return (
    <Field label={label} hint={hint} error={problem ?? refusal}>
      <div className="flex gap-2">
        <TextInput
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            save();
          }}
          {...input}
        />
        <Button variant="secondary" busy={mutation.isPending} aria-label={`Save ${label}`} onClick={save}>
          Save
        </Button>
      </div>
    </Field>
  );
}
