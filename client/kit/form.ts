import {
  // oxlint-disable-next-line eslint/no-restricted-imports -- this is the one form
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';

/** A form whose fields are checked by a schema. */
export interface ZodForm<Values extends FieldValues, Output> extends UseFormReturn<Values, unknown, Output> {
  /** Returns what is wrong with a field. */
  errorOf: (name: FieldPath<Values>) => string | undefined;
}

/** Values that arrive later: they replace those that were not entered. */
export type LateValues<Values extends FieldValues> = Pick<UseFormProps<Values>, 'values' | 'resetOptions'>;

/** Makes a form that a resolver checks, which may import its schema with the first input; most have `useZodForm`. */
export function useCheckedForm<Values extends FieldValues, Output>(
  resolver: Resolver<Values, unknown, Output>,
  defaultValues: DefaultValues<Values>,
  late: LateValues<Values> = {},
): ZodForm<Values, Output> {
  const form = useForm<Values, unknown, Output>({ resolver, defaultValues, ...late });
  return { ...form, errorOf: (name) => form.getFieldState(name, form.formState).error?.message };
}
