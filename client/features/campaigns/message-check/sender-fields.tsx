import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { companyNameSchema } from '#shared/schemas/account/auth.ts';
import { callingProfileInput } from '#shared/schemas/calling/calling-profile.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import type { Sender } from '#client/features/campaigns/wizard/wizard-state.ts';
import { useFocusKept } from '#client/kit/use-focus-kept.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';

interface SenderFieldsProps {
  sender: Sender;
  /** The last field is saved and goes away while it has the focus. */
  onFocusLost: () => void;
}

/** Asks for the business name and the call-back number where the profile has none, and saves them there. */
export function SenderFields({ sender, onFocusLost }: SenderFieldsProps) {
  const nameInput = useRef<HTMLInputElement>(null);
  const numberInput = useRef<HTMLInputElement>(null);
  const focusOther = (other: HTMLInputElement | null) => {
    if (other === null) onFocusLost();
    else other.focus();
  };
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
          ref={nameInput}
          label="Business name"
          hint="Saved in your profile. Every message must begin with it."
          autoComplete="organization"
          problemOf={(text) => companyNameSchema.safeParse(text).error?.issues[0]?.message}
          mutation={name}
          onFocusLost={() => {
            focusOther(numberInput.current);
          }}
          onSave={(text) => {
            name.mutate({ id: uid, profile: { company_name: text } });
          }}
        />
      )}
      {sender.callbackNumber === '' && (
        <SenderField
          ref={numberInput}
          label="Number to call back"
          hint="Saved in your profile. People call it to reach you and to stop messages."
          type="tel"
          autoComplete="tel"
          problemOf={(text) =>
            callingProfileInput.safeParse({ callback_number: text }).error?.issues[0]?.message
          }
          mutation={number}
          onFocusLost={() => {
            focusOther(nameInput.current);
          }}
          onSave={(text) => {
            number.mutate({ callback_number: text });
          }}
        />
      )}
    </>
  );
}

interface SenderFieldProps {
  /** The text field. */
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  hint: string;
  type?: 'tel';
  autoComplete: string;
  /** Returns why a text cannot be saved. */
  problemOf: (text: string) => string | undefined;
  mutation: { isPending: boolean; error: unknown };
  onSave: (text: string) => void;
  onFocusLost: () => void;
}

/** A text that is saved on its own: it stands within the form of the wizard. */
function SenderField({ label, hint, problemOf, mutation, onSave, onFocusLost, ...input }: SenderFieldProps) {
  const box = useFocusKept<HTMLDivElement>(onFocusLost);
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
      <div ref={box} className="flex gap-2">
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
