import { expect, type Page } from '@playwright/test';
import { DEMO_USER } from '#server/app/seed/demo-data.ts';
import type { Interaction } from './interactions.ts';

/** A measured page and its interactions. */
export interface MeasuredPage {
  path: string;
  signedIn: boolean;
  interactions: readonly Interaction[];
}

/** The sign-in page and the dashboard. */
export const MEASURED_PAGES: readonly MeasuredPage[] = [
  {
    path: '/auth/signin',
    signedIn: false,
    interactions: [
      (page, press) => press(page.getByLabel('Email')),
      (page) => page.keyboard.type('ana'),
      async (page, press) => {
        await press(page.getByRole('button', { name: 'Forgot your password?' }));
        await expect(page.getByRole('dialog')).toBeVisible();
      },
      (page) => page.keyboard.press('Escape'),
      (page, press) => press(page.getByRole('button', { name: 'Show password' })),
    ],
  },
  {
    path: '/dashboard',
    signedIn: true,
    interactions: [
      async (page, press) => {
        await press(page.getByRole('button', { name: 'account menu' }));
        await expect(page.getByRole('menu')).toBeVisible();
      },
      (page, press) => press(page.getByRole('menuitemradio', { name: 'Dark' })),
      (page, press) => press(page.getByRole('menuitemradio', { name: 'As the device' })),
      (page) => page.keyboard.press('Escape'),
      (page, press) => press(page.getByRole('button', { name: 'Calls Sent Last Week: show the numbers' })),
      async (page, press) => {
        await press(page.getByRole('button', { name: 'Delete' }).first());
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
      (page) => page.keyboard.press('Escape'),
      async (page, press) => {
        await press(page.getByRole('link', { name: 'Analytics', exact: true }));
        await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
      },
    ],
  },
];

/** Signs in as the demo user through the form, so that the browser stores the same state as for a real user. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/auth/signin');
  await page.getByLabel('Email').fill(DEMO_USER.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_USER.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('/dashboard');
}
