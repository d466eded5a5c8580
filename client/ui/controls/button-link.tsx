import type { ComponentProps } from 'react';
import { buttonVariants, type ButtonVariant } from './button-variants.ts';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';
import { SmartLink } from '#client/ui/smart-link.tsx';

interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'href'>, ButtonVariant {
  href: string;
  icon?: IconType | undefined;
}

/** A link styled as a button, for navigation. Use Button for actions. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <SmartLink className={cx(buttonVariants({ variant, size }), className)} {...rest}>
      {icon !== undefined && <Icon icon={icon} size={16} />}
      {children}
    </SmartLink>
  );
}
