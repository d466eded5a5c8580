import type { ComponentProps } from 'react';
import { Link } from 'wouter';

/** An anchor. Paths of the app (`/…`) navigate without a page load; other URLs (mailto:, https:) are plain links. */
export function SmartLink({ href, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { href: string }) {
  return href.startsWith('/') && rest.target === undefined ? (
    <Link href={href} {...rest} />
  ) : (
    <a href={href} {...rest} />
  );
}
