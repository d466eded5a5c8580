import type { ComponentProps } from 'react';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';

interface ListNameFieldProps extends ComponentProps<typeof TextInput> {
  label?: string;
  error: string | undefined;
}

/** The name of a saved list, as a field of a dialog. */
export function ListNameField({ label = 'Name', error, ...input }: ListNameFieldProps) {
  return (
    <Field label={label} error={error}>
      <TextInput autoComplete="off" maxLength={MAX_NAME_LENGTH} {...input} />
    </Field>
  );
}

/** Returns the name that is proposed for the list in a file. */
export function listNameOf(file: File): string {
  return file.name.replace(/\.[^.]*$/, '').slice(0, MAX_NAME_LENGTH);
}
