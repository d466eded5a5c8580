import { errorDetails, errorText } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import type { OwnWords } from '#shared/password-strength.ts';
import { NewPasswordInput } from './new-password-input.tsx';

/** Field for a new password. Only the server validates it; `problem` is its error message. */
export function NewPasswordField({
  value,
  onChange,
  problem,
  owner = {},
}: {
  value: string;
  onChange: (password: string) => void;
  problem: string | undefined;
  owner?: Partial<OwnWords>;
}) {
  return (
    <Field label="New password" hint="At least 8 characters" error={problem}>
      <NewPasswordInput
        password={value}
        owner={owner}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </Field>
  );
}

/** Returns the server's error for the password field, otherwise the text of the error. */
export function passwordProblem(error: unknown, fallback?: string): string {
  return errorDetails(error).fields?.['password'] ?? errorText(error, fallback);
}
