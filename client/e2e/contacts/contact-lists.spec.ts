import type { Page } from '@playwright/test';
import { uploadVoice } from '#server/app/seed/account-setup.ts';
import { melodyMp3 } from '#server/emulators/speech/tone.ts';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { clientOf, registerUser, subscribe } from '#client/e2e/support/billing.ts';
import { voiceIsReady } from '#client/e2e/support/voices.ts';
import { setDefaultConsent } from '#server/app/seed/account-setup.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import {
  fixture,
  introduceSender,
  MESSAGE,
  moveTo,
  openWizardAsUser,
  pickDay,
} from '#client/e2e/support/wizard.ts';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const contacts = (page: Page) => page.getByRole('table', { name: /^Contacts of/ });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** A user with a plan and a default consent, on /contacts without a list. */
async function openContacts(page: Page): Promise<void> {
  await registerUser(page, 'contact-lists');
  await subscribe(page, 'launch');
  const { put } = { put: (path: string, data: object) => page.request.put(path, { data }) };
  await setDefaultConsent({ put } as unknown as Parameters<typeof setDefaultConsent>[0]);
  await page.goto('/contacts');
  await expect(page.getByText('No contact lists yet')).toBeVisible();
}

/** Saves a list by the API. */
async function save(page: Page, name: string, people: readonly (readonly [string, string])[]): Promise<void> {
  const list = people.map(([first_name, phone]) => ({
    id: phone,
    first_name,
    last_name: 'Lopez',
    phone_number: phone,
    recommended_phone: phone,
  }));
  expect((await clientOf(page).post('/api/contact-lists/', { name, contacts: list })).status).toBe(201);
}

test('a list is saved from a file once, searched, corrected and deleted', async ({ page }) => {
  await openContacts(page);
  await expectNoViolations(page, 'no lists');
  await page.getByRole('button', { name: 'Upload List' }).first().click();
  await dialog(page).getByRole('button', { name: 'Save List' }).click();
  await expect(dialog(page).getByText('Please choose a CSV file')).toBeVisible();
  await page.setInputFiles('input[type=file]', fixture('contacts-row-errors.csv'));
  await expect(dialog(page).getByRole('region', { name: 'Errors' })).toContainText('Line ');
  await page.keyboard.press('Escape');
  await dialog(page).getByLabel('Name').fill('Spring leads');
  await page.setInputFiles('input[type=file]', fixture('contacts-1k.csv'));
  await dialog(page).getByLabel('Where it was obtained').fill('Spring fair');
  await expectNoViolations(page, 'upload a list');
  await dialog(page).getByRole('button', { name: 'Save List' }).click();
  await expect(page.getByText('“Spring leads” is saved with 1,000 contacts.')).toBeVisible();
  await expect(page.getByText('1 list with 1,000 contacts.')).toBeVisible();
  const byName = page.getByLabel('Search lists by name');
  await byName.pressSequentially('spring leads');
  await expect(page).toHaveURL('/contacts?search=spring+leads');
  await expect(byName).toHaveValue('spring leads');
  await byName.clear();
  await expect(page).toHaveURL('/contacts');

  await page.getByRole('button', { name: 'Upload List' }).click();
  await dialog(page).getByLabel('Name').fill('The same');
  await page.setInputFiles('input[type=file]', fixture('contacts-1k.csv'));
  await dialog(page).getByRole('button', { name: 'Save List' }).click();
  await expect(page.getByText('You already have this list as “Spring leads”.')).toBeVisible();

  await page.getByRole('link', { name: 'Spring leads' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Spring leads' })).toBeVisible();
  await expect(contacts(page).getByRole('row')).toHaveCount(26);
  await expect(page.getByRole('region', { name: 'About this list' })).toContainText('Spring fair');
  await expect(page).toHaveTitle('Spring leads · Hark');
  await page.goBack();
  await expect(page).toHaveTitle('Contacts · Hark');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goForward();
  await expect(page).toHaveTitle('Spring leads · Hark');
  await page.getByRole('main').getByRole('link', { name: 'Start a Campaign' }).click();
  await expect(page).toHaveTitle('Start a Campaign · Hark');
  // The wizard opens at its first step, behind which its welcome is.
  await expect(page.getByRole('heading', { name: 'What kind of campaign are you running?' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: "Let's Start" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Spring leads' })).toBeVisible();
  await expect(page).toHaveTitle('Spring leads · Hark');
  await expect(page.locator('main, main h1').and(page.locator(':focus'))).toHaveCount(1);
  await page.getByRole('button', { name: 'Add Contact' }).click();
  await dialog(page).getByRole('button', { name: 'Add Contact' }).click();
  await expect(dialog(page).getByText('Missing FirstName')).toBeVisible();
  await dialog(page).getByLabel('First name').fill('zoe');
  await dialog(page).getByLabel('Last name').fill('young');
  await dialog(page).getByLabel('Phone number').fill('(303) 555-0199');
  await expectNoViolations(page, 'add a contact');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1,001 contacts')).toBeVisible();

  const search = page.getByLabel('Search by name or number');
  await search.fill('zoe');
  await expect(row(page, 'Zoe Young')).toContainText('+1 (303) 555-0199');
  await page.reload();
  await expect(contacts(page).getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Calls to Zoe Young' }).click();
  await expect(dialog(page).getByText('Never called')).toBeVisible();
  await expectNoViolations(page, 'calls to a person');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Correct Zoe Young' }).click();
  await dialog(page).getByLabel('Last name').fill('Old');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Zoe Old')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Zoe Old' }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Nobody matches')).toBeVisible();
  await expect(page.getByText('1,000 contacts')).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete List' }).click();
  await expect(page.getByText('No contact lists yet')).toBeVisible();
});

test('a list is imported as in the wizard: columns matched, wrong rows left out', async ({ page }) => {
  await openContacts(page);
  await page.getByRole('button', { name: 'Upload List' }).first().click();
  const rows = [
    ...['Customer report,,', '', 'Name,Cell,Guest Phone', 'Ana Diaz,(202) 555-0001,(202) 555-0091'],
    ...['Ben,(202) 555-0002,', 'Cy Poe,(202) 555-0001,', 'Di Ray,555,'],
  ];
  const file = { name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page.setInputFiles('input[type=file]', file);
  const headers = page.getByRole('dialog', { name: 'Invalid headers' });
  await expect(headers).toContainText('Invalid CSV headers. Please use sample.');
  await headers.getByRole('button', { name: 'Match columns' }).click();
  await expect(page.getByLabel('RecommendedPhone (required)')).toHaveValue('1');
  await expectNoViolations(page, 'match the columns of a list');
  await page.getByRole('button', { name: 'Use these columns' }).click();
  const wrong = page.getByRole('dialog', { name: '2 errors in report.csv' });
  const kinds = wrong.getByRole('group', { name: 'Kinds of errors' }).getByRole('button');
  await expect(kinds).toHaveText(['1 duplicate', '1 bad number']);
  await kinds.first().click();
  await expect(wrong.getByRole('listitem')).toHaveText([/^Line 4: Duplicate phone number/]);
  await expectNoViolations(page, 'rows with errors');
  await wrong.getByRole('button', { name: 'Skip these 2 rows and go on' }).click();
  await expect(dialog(page)).toContainText('2 rows with errors skipped');
  await dialog(page).getByRole('button', { name: 'Save List' }).click();
  await expect(page.getByText('“report” is saved with 2 contacts.')).toBeVisible();
  await page.getByRole('link', { name: 'report' }).click();
  await expect(row(page, 'Ana Diaz')).toContainText('+1 (202) 555-0001');
  await expect(row(page, 'Ben')).toContainText('+1 (202) 555-0002');
});

test('two lists are combined into a new one', { tag: '@long' }, async ({ page }) => {
  await openContacts(page);
  await save(page, 'Spring', [
    ['Ana', '12025550101'],
    ['Bo', '12025550102'],
  ]);
  await save(page, 'Autumn', [
    ['Bert', '12025550102'],
    ['Cy', '12025550103'],
  ]);
  await page.reload();
  await page.getByRole('button', { name: 'Combine Lists' }).click();
  await expectNoViolations(page, 'combine lists');
  await dialog(page).getByLabel('First list').selectOption({ label: 'Spring (2 contacts)' });
  await dialog(page).getByLabel('Second list').selectOption({ label: 'Autumn (2 contacts)' });
  await dialog(page).getByLabel('Name of the new list').fill('Both');
  await dialog(page).getByRole('button', { name: 'Create List' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Both' })).toBeVisible();
  await expect(contacts(page).getByRole('row')).toHaveCount(4);
  await expect(row(page, 'Bert')).toHaveCount(0);
  await expectNoViolations(page, 'a list');
});

test(
  'several contacts are removed at once, and the consent of a list is changed',
  { tag: '@long' },
  async ({ page }) => {
    await openContacts(page);
    const people = ['Ana', 'Bo', 'Cy', 'Di'].map((name, at) => [name, `1202555010${String(at)}`] as const);
    await save(page, 'Spring', people);
    await page.reload();
    await page.getByRole('link', { name: 'Spring' }).click();
    await page.getByRole('checkbox', { name: 'Choose Ana Lopez' }).check();
    await page.getByRole('button', { name: 'Choose this page' }).click();
    await expect(page.getByText('4 contacts chosen')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Choose Di Lopez' }).uncheck();
    await page.getByRole('button', { name: 'Remove the chosen contacts' }).click();
    await expect(dialog(page)).toContainText('Remove 3 contacts?');
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('3 contacts removed from the list.')).toBeVisible();
    await expect(contacts(page).getByRole('row')).toHaveCount(2);
    await expect(row(page, 'Di Lopez')).toBeVisible();

    await page.getByRole('button', { name: 'Change Consent' }).click();
    await dialog(page).getByRole('radio', { name: 'Existing customer' }).click();
    await dialog(page).getByLabel('Where it was obtained').fill('');
    await dialog(page).getByRole('button', { name: 'Save Consent' }).click();
    await expect(dialog(page).getByText('Please say where consent was obtained')).toBeVisible();
    await dialog(page).getByLabel('Where it was obtained').fill('Shop counter');
    await expectNoViolations(page, 'consent of a list');
    await dialog(page).getByRole('button', { name: 'Save Consent' }).click();
    await expect(dialog(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('region', { name: 'About this list' })).toContainText('Shop counter');
  },
);

test('a campaign is made from a saved list, also after a reload', async ({ page }) => {
  await openContacts(page);
  await introduceSender(page);
  const details = { title: 'Ana', description: 'At the desk' };
  await uploadVoice(clientOf(page), new URL(page.url()).origin, details, await melodyMp3(1, 1));
  await save(page, 'Regulars', [
    ['Ana', '12025550101'],
    ['Bo', '12025550102'],
  ]);
  await save(page, 'Others', [['Cy', '12025550103']]);
  const wizard = await openWizardAsUser(page);
  await moveTo(wizard, 'name', { name: 'From a list' });
  await moveTo(wizard, 'upload', { name: 'From a list' });
  await page.getByLabel('Or use a saved list').selectOption({ label: 'Regulars (2 contacts)' });
  await expect(page.getByText('2 contacts, saved list')).toBeVisible();
  await expectNoViolations(page, 'a saved list in the wizard');
  await wizard.next();
  const fields = page.getByRole('group', { name: 'Insert a contact field' });
  await expect(fields).toContainText('first_name');
  await expect(fields).not.toContainText(/\d empty/);
  await wizard.message.fill(MESSAGE.replace('{city}', 'town'));
  await expect(page.getByText('1 of 2')).toBeVisible();
  await expect(page.getByText('Hi Ana, it is')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Continue Draft' }).click();
  await expect(page.getByText('Hi Ana, it is')).toBeVisible();
  await wizard.next();
  await moveTo(wizard, 'schedule', { name: 'From a list' });
  await moveTo(wizard, 'review', { name: 'From a list' });
  await expect(page.getByText('Regulars')).toBeVisible();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  await page.goto('/contacts');
  await expect(row(page, 'Regulars')).toContainText('1 campaign');
});

test('a list starts a campaign, which is duplicated for the same people', async ({ page }) => {
  await openContacts(page);
  await introduceSender(page);
  const details = { title: 'Ana', description: 'At the desk' };
  await uploadVoice(clientOf(page), new URL(page.url()).origin, details, await melodyMp3(1, 1));
  await voiceIsReady(page);
  await save(page, 'Regulars', [['Ana', '12025550101']]);
  await page.goto('/contacts');
  await page.getByRole('link', { name: 'Regulars' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Start a Campaign' }).click();
  await page.getByLabel('Campaign Name').fill('Spring');
  await page.getByLabel('Campaign Description').fill('Open house');
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await next.click();
  // The list and its consent are known: the message follows.
  await page.getByRole('textbox', { name: 'Message' }).fill(MESSAGE.replace('{city}', 'town'));
  await expect(page.getByText('Hi Ana, it is')).toBeVisible();
  await next.click();
  // The only voice is chosen already.
  await pickDay(page, 1);
  await next.click();
  await expect(page.getByText('Regulars')).toBeVisible();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(page.getByRole('heading', { name: 'Your campaign is scheduled' })).toBeVisible();

  await page.goto('/analytics/details/Spring');
  await page.getByRole('link', { name: 'Duplicate' }).click();
  // All of it is known, and it starts tomorrow.
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Overview' })).toBeVisible();
  await expect(page.getByText('Spring 2', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(page.getByRole('heading', { name: 'Your campaign is scheduled' })).toBeVisible();
  await page.goto('/contacts');
  await expect(row(page, 'Regulars')).toContainText('2 campaigns');

  // An unfinished campaign does not come between, and stays.
  await page.goto('/campaign');
  await page.getByRole('button', { name: "Let's Start" }).click();
  await page.getByLabel('Campaign Name').fill('Unfinished');
  await page.goto('/analytics/details/Spring');
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Overview' })).toBeVisible();
  await expect(page.getByText('Spring 3', { exact: true })).toBeVisible();
  // After a reload the campaign that was begun is offered first.
  await page.reload();
  await expect(page.getByRole('region', { name: 'Unfinished campaign' })).toContainText('Spring 3');
  await expect(page.getByRole('button', { name: 'Start “Spring 3”' })).toBeVisible();
  await page.goto('/campaigns?show=drafts');
  await expect(page.getByRole('link', { name: 'Unfinished' })).toBeVisible();
  await page.goto('/campaign?list=no-such-list');
  await expect(page.getByText(/^What this campaign should begin with could not be loaded/)).toBeVisible();
});
