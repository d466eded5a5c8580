import { expect } from '@playwright/test';
import { SCREENS } from '#client/e2e/support/screens.ts';
import type { Interaction } from './interactions.ts';

/** A measured screen and its interactions. */
export interface MeasuredScreen {
  path: string;
  signedIn: boolean;
  interactions: readonly Interaction[];
}

/** The account menu and the theme, which every screen with the layout has. */
const LAYOUT: readonly Interaction[] = [
  async (page, press) => {
    await press(page.getByRole('button', { name: 'account menu' }));
    await expect(page.getByRole('menu')).toBeVisible();
  },
  (page, press) => press(page.getByRole('menuitemradio', { name: 'Dark' })),
  (page, press) => press(page.getByRole('menuitemradio', { name: 'As the device' })),
  (page) => page.keyboard.press('Escape'),
];

/** Opens a dialog with a button, and closes it. */
function dialog(button: string, role: 'dialog' | 'alertdialog' = 'dialog'): readonly Interaction[] {
  return [
    async (page, press) => {
      await press(page.getByRole('button', { name: button }).first());
      await expect(page.getByRole(role)).toBeVisible();
    },
    (page) => page.keyboard.press('Escape'),
  ];
}

/** What the screens have beside the layout, by name. */
const OWN: Readonly<Record<string, readonly Interaction[]>> = {
  'auth-signin': [
    (page, press) => press(page.getByLabel('Email')),
    (page) => page.keyboard.type('ana'),
    ...dialog('Forgot your password?'),
    (page, press) => press(page.getByRole('button', { name: 'Show password' })),
  ],
  dashboard: [
    (page, press) => press(page.getByRole('button', { name: 'Calls Sent Last Week: show the numbers' })),
    ...dialog('Delete', 'alertdialog'),
    async (page, press) => {
      await press(page.getByRole('link', { name: 'Analytics', exact: true }));
      await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
    },
  ],
  analytics: [],
  'analytics-details': [],
  'analytics-compare': [],
  billing: [],
  'my-voice': dialog('Add New Voice Sample'),
  contacts: dialog('Upload List'),
  'do-not-call': dialog('Add Number'),
  profile: [],
  'profile-business': dialog('Change Name'),
  'profile-security': dialog('Change Password'),
  'profile-notifications': [],
  'profile-developers': dialog('Create API Key'),
  'profile-data': [],
  help: [],
};

/** The screens of which interactions are measured. */
export const MEASURED_SCREENS: readonly MeasuredScreen[] = SCREENS.flatMap(({ name, url, isPublic }) => {
  const own = OWN[name];
  if (own === undefined) return [];
  const interactions = isPublic ? own : [...LAYOUT, ...own];
  return [{ path: url, signedIn: !isPublic, interactions }];
});
