import type { ReactNode } from 'react';
import { trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { PasswordInput, TextInput } from '#client/ui/controls/inputs.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';

/** Returns whether two-step verification is on, which a proof of identity depends on, and the query that says so. */
export function useNeedsCode() {
  const factor = trpc.auth.secondFactor.useQuery();
  return { factor, needsCode: (factor.data?.enabled_at ?? null) !== null };
}

interface ProofFieldsProps extends Pick<ReturnType<typeof useNeedsCode>, 'factor'> {
  email: string;
  children: ReactNode;
}

/** The fields by which the user proves who they are, once it is known which. */
export function ProofFields({ email, factor, children }: ProofFieldsProps) {
  return (
    <>
      {/* Tells password managers whose password is asked for. */}
      <input hidden readOnly autoComplete="username" value={email} />
      {factor.isPending && <Skeleton className="h-16" />}
      {factor.isError && (
        <LoadError className="min-h-16" busy={factor.isFetching} onRetry={() => void factor.refetch()} />
      )}
      {factor.isSuccess && children}
    </>
  );
}

interface ProofFieldProps {
  value: string;
  error: string | undefined;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

/** Asks for the password. */
export function OwnPassword({ error, onChange, ...input }: ProofFieldProps) {
  return (
    <Field label="Your password" error={error}>
      <PasswordInput
        autoComplete="current-password"
        {...input}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </Field>
  );
}

/** Asks for a code of the second factor. */
export function OwnCode({ error, onChange, ...input }: ProofFieldProps) {
  return (
    <Field label="Code" hint="Of your authenticator app, or a recovery code" error={error}>
      <TextInput
        autoComplete="one-time-code"
        {...input}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </Field>
  );
}
