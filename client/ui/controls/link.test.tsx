// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { SmartLink } from './link.tsx';

test.each(['/analytics', '/dashboard?page=2'])(
  'a press of a link to %s is marked for the router',
  async (href) => {
    const aroundNav = vi.fn();
    await renderScreen(
      <Router aroundNav={aroundNav}>
        <SmartLink href={href} state={7}>
          There
        </SmartLink>
      </Router>,
    );
    await turn(() => {
      document.querySelector('a')?.click();
    });
    expect(aroundNav).toHaveBeenCalledExactlyOnceWith(
      expect.any(Function),
      href,
      expect.objectContaining({ transition: true, state: 7 }),
    );
  },
);
