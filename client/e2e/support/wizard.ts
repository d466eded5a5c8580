import { expect, type Locator, type Page } from '@playwright/test';
import { signInDemo } from './campaigns.ts';

export const fixture = (name: string) => `shared/fixtures/${name}`;
export const MESSAGE =
  'Hi {first_name}, it is Ana of Maple in {city}. To stop these messages call 800-555-0142.';

/** Page object of the wizard. */
export interface WizardPage {
  page: Page;
  heading: (text: string) => Promise<void>;
  next: () => Promise<void>;
  back: () => Promise<void>;
  upload: (name: string) => Promise<void>;
  dialog: Locator;
  message: Locator;
}

/** Signs in as the demo user and opens /campaign. */
export async function openWizard(page: Page): Promise<WizardPage> {
  await signInDemo(page);
  return openWizardAsUser(page);
}

/** Gives the current user's business the name and the number that `MESSAGE` says. */
export async function introduceSender({ request }: Page): Promise<void> {
  const session = (await (await request.get('/trpc/auth.session')).json()) as {
    result: { data: { user: { uid: string } } };
  };
  await request.put(`/users/${session.result.data.user.uid}/`, { data: { company_name: 'Maple' } });
  await request.put('/api/calling-profile/', { data: { callback_number: '8005550142' } });
}

/** Opens /campaign as the current user. */
export async function openWizardAsUser(page: Page): Promise<WizardPage> {
  await page.goto('/campaign');
  const wizard: WizardPage = {
    page,
    heading: (text) => expect(page.getByRole('heading', { level: 1, name: text })).toBeVisible(),
    next: () => page.getByRole('button', { name: 'Continue', exact: true }).click(),
    back: () => page.getByRole('button', { name: 'Back' }).click(),
    upload: (name) => page.setInputFiles('input[type=file]', fixture(name)),
    dialog: page.getByRole('dialog').or(page.getByRole('alertdialog')),
    message: page.getByRole('textbox', { name: 'Message' }),
  };
  await wizard.heading("Let's get your campaign design started!");
  return wizard;
}

/** The steps of the wizard after its introduction. */
export const STEPS = ['name', 'upload', 'message', 'voice', 'schedule', 'review'] as const;
type Step = (typeof STEPS)[number];

/** Fills in the step before `step` and continues to it. */
export async function moveTo(
  wizard: WizardPage,
  step: Step,
  { name, file = 'contacts-outcomes.csv' }: { name: string; file?: string },
): Promise<void> {
  const { page } = wizard;
  const moves: Record<Step, () => Promise<void>> = {
    name: () => page.getByRole('button', { name: "Let's Start" }).click(),
    upload: async () => {
      await page.getByLabel('Campaign Name').fill(name);
      await page.getByLabel('Campaign Description').fill('Autumn');
      await wizard.next();
    },
    message: async () => {
      await wizard.upload(file);
      await expect(page.getByText(/^[\d,]+ contacts, /)).toBeVisible();
      await wizard.next();
    },
    voice: async () => {
      await wizard.message.fill(MESSAGE);
      await wizard.next();
    },
    schedule: async () => {
      await page.getByRole('radio').first().click();
      await wizard.next();
    },
    review: async () => {
      await pickDay(page, 1);
      await wizard.next();
      await wizard.heading('Campaign Overview');
    },
  };
  await moves[step]();
}

/** Fills in the wizard up to a step, at most the review; returns the campaign's name. */
export async function fillUpTo(
  wizard: WizardPage,
  step: Step,
  { name = `Journey ${String(Date.now())}`, file = 'contacts-outcomes.csv' } = {},
): Promise<string> {
  for (const at of STEPS.slice(0, STEPS.indexOf(step) + 1)) await moveTo(wizard, at, { name, file });
  return name;
}

/** Picks the nth selectable day of the calendar, in the next month where too few are left in those that are shown. */
export async function pickDay(page: Page, nth: number): Promise<void> {
  const days = page.getByRole('gridcell').getByRole('button', { disabled: false });
  await days.first().waitFor();
  const shown = await days.count();
  if (nth >= shown) {
    await page.getByRole('button', { name: 'Go to the Next Month' }).click();
    await expect(days.first()).toHaveText('1');
  }
  await days.nth(nth < shown ? nth : nth - shown).click();
}
