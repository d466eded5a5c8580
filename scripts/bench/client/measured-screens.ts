import { expect } from '@playwright/test';
import { SCREENS } from '#client/e2e/support/screens.ts';
import type { Interaction } from './interactions.ts';
import type { MeasuredPage } from './measured-pages.ts';

/** The account menu and the theme, which every screen with the layout has. */
const LAYOUT: readonly Interaction[] = [
  (page, press) => press(page.getByRole('button', { name: 'account menu' })),
  (page, press) => press(page.getByRole('menuitemradio', { name: 'Dark' })),
  (page) => page.keyboard.press('Escape'),
];

/** Opens a dialog with a button, and closes it. */
function dialog(button: string): readonly Interaction[] {
  return [
    async (page, press) => {
      await press(page.getByRole('button', { name: button }).first());
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    (page) => page.keyboard.press('Escape'),
  ];
}

/** What the screens have beside the layout, by name. */
const OWN: Readonly<Record<string, readonly Interaction[]>> = {
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

/** The other screens of a signed-in user, of which only interactions on a phone are measured. */
export const MEASURED_SCREENS: readonly MeasuredPage[] = SCREENS.flatMap(({ name, url }) => {
  const own = OWN[name];
  return own === undefined ? [] : [{ path: url, signedIn: true, interactions: [...own, ...LAYOUT] }];
});
