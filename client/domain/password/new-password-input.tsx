import type { ComponentProps } from 'react';
import { PasswordInput } from '#client/ui/controls/inputs.tsx';
import type { OwnWords } from '#shared/password-strength.ts';
import { StrengthMeter } from './strength-meter.tsx';
import { usePasswordStrength } from './use-password-strength.ts';

interface NewPasswordInputProps extends Omit<ComponentProps<'input'>, 'type' | 'autoComplete'> {
  /** The current value, also of an uncontrolled input. */
  password: string;
  /** What is known of the owner; the server may know more. */
  owner: Partial<OwnWords>;
}

/** A password input with the strength of its value. */
export function NewPasswordInput({ password, owner, ...input }: NewPasswordInputProps) {
  const { strength, failed, start } = usePasswordStrength(password, {
    email: '',
    displayName: '',
    companyName: '',
    ...owner,
  });
  return (
    <>
      <PasswordInput autoComplete="new-password" required onFocus={start} {...input} />
      <StrengthMeter strength={strength} hidden={failed} />
    </>
  );
}
