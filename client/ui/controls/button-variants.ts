import { cva, type VariantProps } from 'class-variance-authority';

/** The classes shared by Button and ButtonLink. */
export const buttonVariants = cva(
  [
    'inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 border font-medium whitespace-nowrap',
    'transition-[background-color,border-color,color,transform] select-none active:translate-y-px pointer-coarse:min-h-11',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:active:translate-y-0',
  ],
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent text-on-accent not-aria-disabled:hover:bg-accent-strong',
        secondary:
          'border-line-strong bg-surface text-ink not-aria-disabled:hover:border-ink-3/60 not-aria-disabled:hover:bg-sunken',
        ghost:
          'border-transparent text-ink-2 not-aria-disabled:hover:bg-ink/6 not-aria-disabled:hover:text-ink',
        danger: 'border-transparent bg-failed text-on-failed not-aria-disabled:hover:bg-failed-strong',
      },
      size: {
        sm: 'base:h-8 base:rounded-control base:px-3 text-sm',
        md: 'base:h-10 base:rounded-button base:px-4 text-base',
        lg: 'base:h-11 base:rounded-button base:px-5 text-base',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

export type ButtonVariant = VariantProps<typeof buttonVariants>;
