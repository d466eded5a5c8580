import { createContext, use } from 'react';

/** The attributes that a Field passes to its control: the ids of label, hint and error. */
export interface FieldControl {
  id: string;
  labelId: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** Returns the attributes of a native control inside a Field; empty outside one. */
export function useFieldAttributes(): Partial<Omit<FieldControl, 'labelId'>> {
  const field = use(FieldContext);
  if (field === null) return {};
  const { labelId: _label, ...attributes } = field;
  return attributes;
}

/** Returns the attributes of a group of controls, which is labelled by `aria-labelledby` instead of `for`. */
export function useFieldGroup(): { 'aria-labelledby'?: string; 'aria-describedby'?: string | undefined } {
  const field = use(FieldContext);
  if (field === null) return {};
  return { 'aria-labelledby': field.labelId, 'aria-describedby': field['aria-describedby'] };
}
