import { zodResolver } from '@hookform/resolvers/zod';
import type { ComponentProps, ReactNode } from 'react';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { errorDetails, errorText } from '#client/app/trpc.ts';
import { Notice } from '#client/ui/display/notice.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { useCheckedForm, type ZodForm, type LateValues } from './form.ts';

/** Makes a form of the input of a schema; `defaultValues` has all its fields. */
export function useZodForm<Values extends FieldValues, Output>(
  schema: z.ZodType<Output, Values>,
  defaultValues: DefaultValues<Values>,
  late?: LateValues<Values>,
): ZodForm<Values, Output> {
  return useCheckedForm(zodResolver(schema), defaultValues, late);
}

interface MutationDialogProps<Values extends FieldValues, Output, Input> extends Omit<
  ComponentProps<typeof FormDialog>,
  'busy' | 'onSubmit' | 'children'
> {
  form: ZodForm<Values, Output>;
  /** Made with `saved`, which says how it ended. */
  mutation: {
    isPending: boolean;
    mutate: (input: Input, options: { onError: (error: unknown) => void }) => void;
  };
  /** Returns what is sent; `undefined` if the form has a problem that it has shown. */
  inputOf: (values: Output) => Input | undefined;
  /** What is said of an error of which the server says nothing. */
  failed?: string;
  /** Where an error that names no field is shown; above the fields without it. */
  refusedField?: FieldPath<Values>;
  /** The fields. */
  children: ReactNode;
}

/** A dialog whose form is sent. What the server refuses stands at its field, and anything else above the fields. */
export function MutationDialog<Values extends FieldValues, Output, Input>({
  form,
  mutation,
  inputOf,
  failed,
  refusedField = 'root' as FieldPath<Values>,
  children,
  ...dialog
}: MutationDialogProps<Values, Output, Input>) {
  const refuse = (error: unknown) => {
    const values = form.getValues();
    const named = Object.entries(errorDetails(error).fields ?? {})
      // The fields of a form may be a part of what is sent.
      .map(([path, message]) => [path.slice(path.lastIndexOf('.') + 1), message] as const)
      .filter(([name]) => Object.hasOwn(values, name));
    for (const [name, message] of named) form.setError(name as FieldPath<Values>, { message });
    if (named.length === 0) form.setError(refusedField, { message: errorText(error, failed) });
  };
  const submit = form.handleSubmit((values) => {
    const input = inputOf(values);
    if (input !== undefined) mutation.mutate(input, { onError: refuse });
  });
  return (
    <FormDialog {...dialog} busy={mutation.isPending} onSubmit={() => void submit()}>
      {form.formState.errors.root !== undefined && (
        <Notice tone="failed" className="col-span-full">
          {form.formState.errors.root.message}
        </Notice>
      )}
      {children}
    </FormDialog>
  );
}
