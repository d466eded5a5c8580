import { zodResolver } from '@hookform/resolvers/zod';
import type { ComponentProps, ReactNode } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { errorDetails, errorText } from '#client/app/trpc.ts';
import { Notice } from '#client/ui/display/notice.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';

/** A form whose fields are checked by a schema. */
export interface ZodForm<Values extends FieldValues, Output> extends UseFormReturn<Values, unknown, Output> {
  /** Returns what is wrong with a field. */
  errorOf: (name: FieldPath<Values>) => string | undefined;
}

/** Makes a form of the input of a schema; `defaultValues` has all its fields. */
export function useZodForm<Values extends FieldValues, Output>(
  schema: z.ZodType<Output, Values>,
  defaultValues: DefaultValues<Values>,
): ZodForm<Values, Output> {
  const form = useForm<Values, unknown, Output>({ resolver: zodResolver(schema), defaultValues });
  return { ...form, errorOf: (name) => form.getFieldState(name, form.formState).error?.message };
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
  /** The fields. */
  children: ReactNode;
}

/** A dialog whose form is sent. What the server refuses stands at its field, and anything else above the fields. */
export function MutationDialog<Values extends FieldValues, Output, Input>({
  form,
  mutation,
  inputOf,
  failed,
  children,
  ...dialog
}: MutationDialogProps<Values, Output, Input>) {
  const refuse = (error: unknown) => {
    const values = form.getValues();
    const named = Object.entries(errorDetails(error).fields ?? {}).filter(([name]) =>
      Object.hasOwn(values, name),
    );
    for (const [name, message] of named) form.setError(name as FieldPath<Values>, { message });
    if (named.length === 0) form.setError('root', { message: errorText(error, failed) });
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
