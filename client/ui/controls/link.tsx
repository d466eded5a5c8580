import type { ComponentProps } from 'react';
// oxlint-disable-next-line eslint/no-restricted-imports -- this is the one link
import { Link } from 'wouter';
import { cx } from '#client/ui/cx.ts';

interface SmartLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  href: string;
  /** What the step of the history that it adds remembers, as `history.state`. */
  state?: unknown;
}

/**
 * An anchor. Paths of the app (`/…`) navigate without a page load, marked as a `transition` for the router; other URLs
 * (mailto:, https:) are plain links.
 */
export function SmartLink({ href, ...rest }: SmartLinkProps) {
  return href.startsWith('/') && rest.target === undefined ? (
    <Link href={href} transition {...rest} />
  ) : (
    <a href={href} {...rest} />
  );
}

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
