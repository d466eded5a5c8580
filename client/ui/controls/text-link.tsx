import type { ComponentProps } from 'react';
import { cx } from '#client/ui/cx.ts';
import { SmartLink } from '#client/ui/smart-link.tsx';

/** A link inside text. Underlined, because colour alone must not mark it. */
export function TextLink({ className, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { href: string }) {
  return (
    <SmartLink
      className={cx(
        'rounded-small font-medium base:text-accent underline base:decoration-accent/35 underline-offset-[3px]',
        'transition-colors base:hover:text-accent-strong hover:decoration-current',
        className,
      )}
      {...rest}
    />
  );
}
