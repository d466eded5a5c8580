import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names. It settles no conflicts: what a part's user may override, the part wears as `base:…` (styles.css).
 */
export function cx(...classes: ClassValue[]): string {
  return clsx(classes);
}
