import { readFileSync } from 'node:fs';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { fillUpTo, moveTo, openWizard, type WizardPage } from '#client/e2e/support/wizard.ts';

const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone,City';

/** Chooses a file of this content. */
async function choose({ page }: WizardPage, content: string | Buffer, name = 'list.csv'): Promise<void> {
  await page.setInputFiles('input[type=file]', {
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
}

const CRM = [
  'Customer;Surname;Mobile;Town;Plan',
  'ann;LEE;(202) 555-0001;Zürich;Gold',
  'bo;Orr;202.555.0002;Ulm;Silver',
].join('\r\n');

test('a file with other headers is matched by hand, and the next one as last time', async ({ page }) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'upload');
  await choose(wizard, CRM);
  const { dialog } = wizard;
  await expect(dialog.getByText('Invalid CSV headers. Please use sample.')).toBeVisible();
  await expect(dialog.getByText('Line 1: Invalid headers')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([
    'id: not in the file',
    'FirstName: not in the file',
    'LastName: did you mean “Surname”?',
    'PhoneNumber: did you mean “Mobile”?',
    'RecommendedPhone: did you mean “Mobile”?',
  ]);
  await dialog.getByRole('button', { name: 'Match columns' }).click();
  const matcher = page.getByRole('region', { name: 'Match columns' }).or(page.getByLabel('Match columns'));
  await expect(page.getByLabel('PhoneNumber (required)')).toHaveValue('2');
  await expect(page.getByLabel('RecommendedPhone (required)')).toHaveValue('2');
  await expect(page.getByLabel('id (required)')).toHaveValue('rows');
  await page.getByRole('button', { name: 'Use these columns' }).click();
  await expect(page.getByText('Choose a column for FirstName.')).toBeVisible();
  const column = page.getByRole('list', { name: 'Columns of your file' }).getByText('Customer');
  // A drag does not survive that the page scrolls to its target.
  await page.getByLabel('FirstName (required)').scrollIntoViewIfNeeded();
  await column.dragTo(page.getByLabel('FirstName (required)'));
  await expect(page.getByLabel('FirstName (required)')).toHaveValue('0');
  await expect(matcher.first().getByText('ann', { exact: true }).last()).toBeVisible();
  await page.getByRole('button', { name: 'Use these columns' }).click();
  await expect(page.getByText(/^2 contacts, /)).toBeVisible();
  await expect(page.getByText('Columns matched.')).toBeVisible();

  await choose(wizard, `${CRM}\r\ncy;Poe;2025550003;Bern;Gold`, 'october.csv');
  await expect(page.getByText(/^3 contacts, /)).toBeVisible();
  await expect(page.getByText('Columns matched as last time.')).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByLabel('FirstName (required)')).toHaveValue('0');
  await page.getByRole('button', { name: 'Cancel' }).last().click();

  await wizard.next();
  for (const step of ['voice', 'schedule', 'review'] as const) await moveTo(wizard, step, { name });
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  const listed = await page.request.get(`/api/campaigns/${encodeURIComponent(name)}/contacts/`);
  expect(await listed.json()).toMatchObject({
    total: 3,
    contacts: [
      { id: '1', first_name: 'Ann', last_name: 'Lee', recommended_phone: '12025550001', city: 'Zürich' },
      { id: '2', phone_number: '+12025550002' },
      { id: '3', recommended_phone: '12025550003' },
    ],
  });
});

test('rows with errors are shown with their values and can be left out', async ({ page }) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'upload');
  const rows = [
    ...['1,ann,Lee,+12025550001,12025550001,Bern', '', '2,bo,Orr,+12025550002,1408555123,Ulm'],
    ...['3,cy,Poe,+12025550001,12025550001,Köln', '1,di,Ray,+12025550004,12025550004,Genf'],
    '5,ed,Sol,+12025550005,12025550005,Rom',
  ];
  await choose(wizard, [HEADER, ...rows].join('\n'));
  const { dialog } = wizard;
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^Line 3: Invalid recommended phone format.*“1408555123”, row 4 of your spreadsheet$/,
    /^Line 4: Duplicate phone number.*“\+12025550001”, same number as line 2, row 5 of your spreadsheet$/,
    /^Line 5: Duplicate id.*“1”, same id as line 2, row 6 of your spreadsheet$/,
  ]);
  await dialog.getByRole('button', { name: 'Skip these 3 rows and go on' }).click();
  await expect(page.getByText(/^2 contacts, /)).toBeVisible();
  await expect(page.getByText('3 rows with errors skipped')).toBeVisible();
  await wizard.next();
  for (const step of ['voice', 'schedule', 'review'] as const) await moveTo(wizard, step, { name });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download skipped rows' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('skipped-rows.csv');
  const text = readFileSync(await saved.path(), 'utf8');
  expect(text.split('\n').slice(0, 2)).toEqual([
    `Line,Row,Reason,${HEADER}`,
    "3,4,Invalid recommended phone format,2,bo,Orr,'+12025550002,1408555123,Ulm",
  ]);

  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  const listed = await page.request.get(`/api/campaigns/${encodeURIComponent(name)}/contacts/`);
  expect(await listed.json()).toMatchObject({ total: 2, contacts: [{ id: '1' }, { id: '5' }] });
});

test('the number to call is asked for where several columns may have it', async ({ page }) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'upload');
  const rows = [
    'Record Id,Name,Home Phone,Work Phone,Asst Phone',
    'z1,Ana Diaz,(202) 555-0001,(202) 555-0011,(202) 555-0091',
    'z2,Ben,(202) 555-0002,(202) 555-0012,(202) 555-0092',
  ];
  await choose(wizard, ['Customer report,,,,', 'Exported 2026-11-20', '', ...rows].join('\n'));
  const { dialog } = wizard;
  await expect(dialog.getByText('The headers seem to be in row 4 of your file.')).toBeVisible();
  await expect(dialog.getByText('RecommendedPhone: several columns may be it')).toBeVisible();
  await dialog.getByRole('button', { name: 'Match columns' }).click();
  const dialled = page.getByLabel('RecommendedPhone (required)');
  await expect(dialled).toHaveValue('-1');
  const asked = page.getByRole('radiogroup', { name: 'Columns with phone numbers' }).getByRole('radio');
  await expect(asked).toHaveText([/^Home Phone.*555-0001.*555-0002/, /^Work Phone/]);
  await expectNoViolations(page, 'match columns');
  await page.getByRole('button', { name: 'Use these columns' }).click();
  await expect(page.getByText('Choose a column for PhoneNumber.')).toBeVisible();
  await asked.nth(1).focus();
  await page.keyboard.press('Space');
  await expect(dialled).toHaveValue('3');
  await expect(page.getByLabel('PhoneNumber (required)')).toHaveValue('3');
  await expect(page.getByLabel('LastName (required)')).toHaveValue('1');

  await page.getByLabel('Row with the headers').selectOption('Row 1: Customer report');
  await expect(dialled.locator('option')).toHaveText(['Choose a column', 'Customer report']);
  await page.getByLabel('Row with the headers').selectOption({ index: 2 });
  await asked.nth(1).click();
  await page.getByRole('button', { name: 'Use these columns' }).click();
  await expect(page.getByText(/^2 contacts, /)).toBeVisible();
  await wizard.next();
  for (const step of ['voice', 'schedule', 'review'] as const) await moveTo(wizard, step, { name });
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  const listed = await page.request.get(`/api/campaigns/${encodeURIComponent(name)}/contacts/`);
  expect(await listed.json()).toMatchObject({
    contacts: [
      { id: 'z1', first_name: 'Ana', last_name: 'Diaz', recommended_phone: '12025550011' },
      { id: 'z2', first_name: 'Ben', last_name: '', recommended_phone: '12025550012' },
    ],
  });
});

test('what spreadsheets save as CSV is read directly', async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'upload');
  const row = '1,Zoë,Müller,+12025550001,12025550001,Köln';
  const files: [string, Buffer][] = [
    ['utf16', Buffer.from(`\uFEFF${HEADER}\r\n${row}`.replaceAll(',', '\t'), 'utf16le')],
    ['semicolons', Buffer.from(`sep=;\r\n${HEADER}\r\n${row}`.replaceAll(',', ';'))],
    ['windows', Buffer.from(`${HEADER}\r\n${row}`, 'latin1')],
  ];
  for (const [name, content] of files) {
    await choose(wizard, content, `${name}.csv`);
    await expect(page.getByText(`${name}.csv`)).toBeVisible();
    await expect(page.getByText(/^1 contact, /)).toBeVisible();
  }
  await wizard.next();
  await wizard.message.fill('Hi {first_name} in {city}');
  await expect(page.getByText('Hi Zoë in Köln')).toBeVisible();
});

test('a file whose letters can be read in several ways is asked about, and stored as chosen', async ({
  page,
}) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'upload');
  const row = Buffer.from([
    ...Buffer.from('1,Sol'),
    0x92,
    ...Buffer.from('s,D'),
    0x92,
    ...Buffer.from('az,'),
  ]);
  const phones = Buffer.from('+12025550001,12025550001,Bonn\n');
  await choose(wizard, Buffer.concat([Buffer.from(`${HEADER}\n`), row, phones]));
  const { dialog } = wizard;
  await expect(dialog.getByText('Which text reads well?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Choose text' }).click();
  await dialog.getByRole('radio', { name: 'Solís · Díaz' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/^1 contact, /)).toBeVisible();
  await wizard.next();
  for (const step of ['voice', 'schedule', 'review'] as const) await moveTo(wizard, step, { name });
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  const listed = await page.request.get(`/api/campaigns/${encodeURIComponent(name)}/contacts/`);
  expect(await listed.json()).toMatchObject({ contacts: [{ first_name: 'Solís', last_name: 'Díaz' }] });
});

test('a file without headers is matched by its cells, and its first person is called, too', async ({
  page,
}) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'upload');
  await choose(wizard, 'ann,LEE,(202) 555-0001\nbo,Orr,202.555.0002\n');
  await expect(wizard.dialog.getByText('The first row of your file looks like a contact')).toBeVisible();
  await expectNoViolations(page, 'no headers');
  await wizard.dialog.getByRole('button', { name: 'Match columns' }).click();
  const row = page.getByLabel('Row with the headers');
  await expect(row.locator('option:checked')).toHaveText('The file has no headers');
  await row.selectOption({ index: 0 });
  await expect(page.getByText('This row looks like a contact. As headers, it is not called.')).toBeVisible();
  await row.selectOption('The file has no headers');
  await page.getByLabel('FirstName (required)').selectOption('Column 1');
  await page.getByLabel('LastName (required)').selectOption('Column 2');
  await page.getByLabel('RecommendedPhone (required)').selectOption('Column 3');
  await page.getByRole('button', { name: 'Use these columns' }).click();
  await expect(page.getByText(/^2 contacts, /)).toBeVisible();
  await wizard.next();
  for (const step of ['voice', 'schedule', 'review'] as const) await moveTo(wizard, step, { name });
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  const listed = await page.request.get(`/api/campaigns/${encodeURIComponent(name)}/contacts/`);
  expect(await listed.json()).toMatchObject({
    contacts: [
      { id: '1', first_name: 'Ann', last_name: 'Lee', recommended_phone: '12025550001' },
      { id: '2', first_name: 'Bo', recommended_phone: '12025550002' },
    ],
  });
});
