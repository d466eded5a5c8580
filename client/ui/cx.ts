import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['md', 'figure'],
      radius: ['small', 'control', 'button', 'card', 'panel'],
      shadow: ['card', 'float'],
    },
  },
});

/** Joins class names; where two set the same property, the later one wins. */
export function cx(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
