import type { ComponentProps } from 'react';
import { Link } from 'wouter';

/** An anchor: paths of the app (`/…`) are navigated without a page load, everything else (mailto:, https:) is a plain link. */
export function SmartLink({ href, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { href: string }) {
  return href.startsWith('/') && rest.target === undefined ? (
    <Link href={href} {...rest} />
  ) : (
    <a href={href} {...rest} />
  );
}
