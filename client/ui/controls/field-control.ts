import { createContext, use } from 'react';

/** What a Field tells its control: the ids that tie it to label, hint and error. */
export interface FieldControl {
  id: string;
  labelId: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** The attributes a native control takes over from the Field around it; none outside a Field. */
export function useFieldAttributes(): Partial<Omit<FieldControl, 'labelId'>> {
  const field = use(FieldContext);
  if (field === null) return {};
  const { labelId: _label, ...attributes } = field;
  return attributes;
}

/** For groups of controls, which are labelled by reference instead of by `for`. */
export function useFieldGroup(): { 'aria-labelledby'?: string; 'aria-describedby'?: string | undefined } {
  const field = use(FieldContext);
  if (field === null) return {};
  return { 'aria-labelledby': field.labelId, 'aria-describedby': field['aria-describedby'] };
}
