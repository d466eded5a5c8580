import { RadioGroup } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';
import { useFieldGroup } from './field.tsx';

export interface RadioCardOption {
  value: string;
  title: ReactNode;
  description?: ReactNode;
  /** Rendered before the title: an avatar or a card brand. */
  media?: ReactNode;
  /** Rendered at the end of the card: a price or a badge. Interactive elements belong outside the card. */
  aside?: ReactNode;
  /** An interactive element, rendered over the end of the card: a play button. */
  action?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps extends Omit<ComponentProps<typeof RadioGroup.Root>, 'children'> {
  options: readonly RadioCardOption[];
}

/** A radio group of cards. `className` sets the grid; outside a Field, set `aria-label`. */
export function RadioCards({ options, className, ...rest }: RadioCardsProps) {
  const group = useFieldGroup();
  return (
    <RadioGroup.Root className={cx('grid gap-2.5', className)} {...group} {...rest}>
      {options.map((option) =>
        option.action === undefined ? (
          <RadioCard key={option.value} {...option} />
        ) : (
          <div key={option.value} className="relative">
            <RadioCard {...option} className="pr-18" />
            <div className="absolute inset-y-0 right-4 flex items-center">{option.action}</div>
          </div>
        ),
      )}
    </RadioGroup.Root>
  );
}

/** One card. The description of a disabled one, which says why it is, stays legible. */
function RadioCard({
  value,
  title,
  description,
  media,
  aside,
  disabled,
  className,
}: RadioCardOption & { className?: string }) {
  return (
    <RadioGroup.Item
      value={value}
      disabled={disabled}
      className={cx(
        'group flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-card border border-line-strong bg-surface px-4 py-3 text-left',
        'transition-[border-color,background-color,box-shadow] hover:border-ink-3/60 disabled:cursor-not-allowed disabled:hover:border-line-strong',
        'data-[state=checked]:border-accent data-[state=checked]:shadow-[inset_0_0_0_1px_var(--color-accent)]',
        className,
      )}
    >
      <span className="grid size-4.5 shrink-0 place-items-center rounded-full border border-ink-3 group-disabled:opacity-55 group-data-[state=checked]:border-accent">
        <span className="size-2.5 scale-0 rounded-full bg-accent transition-transform group-data-[state=checked]:scale-100" />
      </span>
      {media !== undefined && <span className="flex shrink-0 group-disabled:opacity-55">{media}</span>}
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-ink group-disabled:opacity-55">{title}</span>
        {description !== undefined && <span className="block text-sm text-ink-3">{description}</span>}
      </span>
      {aside}
    </RadioGroup.Item>
  );
}
