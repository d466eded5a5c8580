// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { button, click, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { SidebarNav } from './sidebar-nav.tsx';

const current = () => [...document.querySelectorAll('[aria-current=page]')].map((link) => text(link));
const toggle = (of = 'Help Center') => button(`Pages of ${of}`);

test.each([
  ['/dashboard', ['Dashboard'], 'false'],
  ['/analytics/details/Autumn', [], 'false'],
  ['/help', ['Help Center'], 'true'],
  ['/help/credits', ['Credits help'], 'true'],
])('on the page %s, %j is the present one, and the help is open: %s', async (pathname, named, open) => {
  await renderScreen(<SidebarNav pathname={pathname} collapsed={false} />);
  expect(current()).toEqual(named);
  expect(toggle().getAttribute('aria-expanded')).toBe(open);
});

test.each([
  ['/contacts', ['Lists'], 'true'],
  ['/do-not-call', ['Do Not Call'], 'true'],
  ['/contacts-help', [], 'false'],
])('on the page %s, %j is the present one, and contacts are open: %s', async (pathname, named, open) => {
  await renderScreen(<SidebarNav pathname={pathname} collapsed={false} />);
  expect(current()).toEqual(named);
  expect(toggle('Contacts').getAttribute('aria-expanded')).toBe(open);
});

test('a narrow bar says which page is open', async () => {
  await renderScreen(<SidebarNav pathname="/contacts" collapsed />);
  expect(current()).toEqual(['Contacts']);
});

test('each entry leads to its page', async () => {
  await renderScreen(<SidebarNav pathname="/dashboard" collapsed={false} />);
  const links = [...document.querySelectorAll('a')].map((link) => [text(link), link.getAttribute('href')]);
  expect(Object.fromEntries(links)).toEqual({
    Dashboard: '/dashboard',
    Campaigns: '/campaigns',
    Analytics: '/analytics',
    Subscription: '/billing',
    'My Voice': '/my-voice',
    Contacts: '/contacts',
    Lists: '/contacts',
    'Do Not Call': '/do-not-call',
    'Help Center': '/help',
    'Subscription help': '/help/subscription',
    'Credits help': '/help/credits',
    'Campaign FAQ': '/help/campaignFaq',
    'My Profile': '/profile',
  });
});

test('the pages of the help are opened and closed, and are not in a narrow bar', async () => {
  const screen = await renderScreen(<SidebarNav pathname="/dashboard" collapsed={false} />);
  await click('Pages of Help Center');
  expect(toggle().getAttribute('aria-expanded')).toBe('true');
  await click('Pages of Help Center');
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
  await screen.update(<SidebarNav pathname="/help/credits" collapsed />);
  expect(text()).not.toContain('Credits help');
});
