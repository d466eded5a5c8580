import { clsx, type ClassValue } from 'clsx';

/** Joins class names. Conflicts are not resolved: components use `base:…` for classes that callers may override. */
export function cx(...classes: ClassValue[]): string {
  return clsx(classes);
}
