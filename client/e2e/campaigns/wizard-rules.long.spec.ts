import { readFileSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { fillUpTo, fixture, MESSAGE, moveTo, openWizard, pickDay } from '#client/e2e/support/wizard.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const fixtureVoice = 'client/e2e/fixtures/voice.mp3';

test.describe('a step that is not filled in', () => {
  test('names the missing name and description', async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'name');
    await wizard.next();
    await expect(page.getByText('Required: name, description')).toBeVisible();
    await page.getByLabel('Campaign Name').fill('Spring');
    await wizard.next();
    await expect(page.getByText('Required: name, description')).toBeVisible();
    await page.getByLabel('Campaign Description').fill('Open house');
    await page.getByLabel('Campaign Name').press('Enter');
    await wizard.heading('Upload your contact list');
  });

  test('asks for a contact list', async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'upload');
    await wizard.next();
    await expect(wizard.dialog.getByText('Please upload a valid CSV file')).toBeVisible();
    await wizard.dialog.getByRole('button', { name: 'Okay' }).click();
    await expect(wizard.dialog).toBeHidden();
  });

  test('asks for a message, a voice and a date', async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'message');
    const refuses = async (text: string) => {
      await wizard.next();
      await expect(wizard.dialog.getByRole('heading', { name: 'Missing Information' })).toBeVisible();
      await expect(wizard.dialog.getByText(text)).toBeVisible();
      await wizard.dialog.getByRole('button', { name: 'Okay' }).click();
    };
    await refuses('Please enter a message');
    await wizard.message.fill(MESSAGE);
    await wizard.next();
    await refuses('Please select a voice');
    await page.getByRole('radio').first().click();
    await wizard.next();
    await refuses('Please select dates and frequency');
  });
});

test.describe('the contact list', () => {
  test('with wrong headers is rejected', async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'upload', { name: 'Spring' });
    await wizard.upload('contacts-bad-headers.csv');
    await expect(wizard.dialog.getByText('Invalid CSV headers. Please use sample.')).toBeVisible();
    const download = page.waitForEvent('download');
    await wizard.dialog.getByRole('button', { name: 'Download Sample' }).click();
    expect((await download).suggestedFilename()).toBe('Spring_sample.csv');
  });

  test('with row errors lists all of them', async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'upload');
    await wizard.upload('contacts-row-errors.csv');
    await expect(wizard.dialog).toBeVisible();
    const expected = JSON.parse(readFileSync(fixture('contacts-row-errors.expected.json'), 'utf8')) as {
      line: number;
      message: string;
    }[];
    const lines = expected.map(({ line, message }) => `Line ${String(line)}: ${message}`);
    await expect(wizard.dialog.getByRole('listitem')).toContainText(lines);
    const download = page.waitForEvent('download');
    await wizard.dialog.getByRole('button', { name: 'Download Sample' }).click();
    expect((await download).suggestedFilename()).toMatch(/_sample\.csv$/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show 6 errors' }).click();
    await expect(wizard.dialog.getByRole('listitem')).toHaveCount(6);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the file' }).click();
    await expect(page.getByText('contacts-row-errors.csv')).toBeHidden();
  });

  test('with 100,000 invalid lines lists all of them', async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'upload');
    const rows = Array.from(
      { length: 100_000 },
      (_, index) => `${String(index)},Ann,Lee,+1${String(2_000_000_000 + index)},${String(index)}`,
    );
    const text = ['id,FirstName,LastName,PhoneNumber,RecommendedPhone', ...rows].join('\n');
    const file = { name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.setInputFiles('input[type=file]', file);
    await expect(wizard.dialog.getByText('100,000 errors in wrong.csv')).toBeVisible();
    const list = wizard.dialog.getByRole('region', { name: 'Errors' });
    await list.evaluate((box) => {
      box.scrollTop = box.scrollHeight;
    });
    await expect(list.getByText('Line 100001: Invalid recommended phone format')).toBeVisible();
    expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  });

  test('that is not CSV is rejected', async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'upload');
    const zip = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004 and so on') };
    await page.setInputFiles('input[type=file]', zip);
    await expect(
      wizard.dialog.getByText('This is a ZIP or Excel file, not CSV. Please save it as CSV UTF-8.'),
    ).toBeVisible();
  });

  test('in every unsupported format is rejected with the reason', async ({ page }, info) => {
    const huge = info.outputPath('huge.csv');
    await writeFile(huge, '');
    await truncate(huge, 1024 ** 3);
    const header = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone';
    const row = '1,Ann,Lee,+12025550100,12025550100';
    const SAVE = 'Please save it as CSV UTF-8.';
    const kinds: [string | Buffer, string][] = [
      [huge, 'The file is larger than 256 MB.'],
      [Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), `This is not a text file. ${SAVE}`],
      [Buffer.from(`\uFEFF${header}`, 'utf16le').subarray(0, -1), `The file is not UTF-16 text. ${SAVE}`],
      [Buffer.from(`${header}\n${row}\0`), `This is not a text file. ${SAVE}`],
      [Buffer.from(`${header}\nZoë Ü`).subarray(0, -1), `The file is not UTF-8 text. ${SAVE}`],
      [Buffer.from(''), 'The file is empty.'],
      [Buffer.from(header), 'The file has no contacts.'],
      [Buffer.from(`${'a,'.repeat(1_000_000)}\n${row}`), 'Invalid CSV headers. Please use sample.'],
      [Buffer.from(`${header},firstname\n${row},Bo`), 'Line 1: Invalid headers: FirstName appears twice'],
      [Buffer.from(`${header}\n${row}\n"2`), 'Line 3: A quotation mark is never closed'],
    ];
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'upload');
    for (const [file, message] of kinds) {
      const payload = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(file) };
      await page.setInputFiles('input[type=file]', typeof file === 'string' ? file : payload);
      await expect(wizard.dialog.getByText(message)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(wizard.dialog).toBeHidden();
    }
  });

  test('with real-world formatting is valid, with names normalised', async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'message', { file: 'contacts-real-world.csv' });
    await wizard.message.fill('Hi {first_name} {last_name}.');
    const preview = page.getByRole('complementary');
    await expect(preview.getByText("Hi Alice O'brien.")).toBeVisible();
    await preview.getByRole('button', { name: 'Next contact' }).click();
    await expect(preview.getByText('Hi Mary ann Wilson.')).toBeVisible();
    await preview.getByRole('button', { name: 'Previous contact' }).click();
    await preview.getByRole('button', { name: 'Previous contact' }).click();
    await expect(preview.getByText('Hi Charles Jackson.')).toBeVisible();
    await expect(preview.getByText(/^30 of 30/)).toBeVisible();
    await preview.getByLabel('Contact number').fill('2');
    await expect(preview.getByText('Hi Mary ann Wilson.')).toBeVisible();
  });
});

test.describe('the message', () => {
  test('chips insert placeholders at the caret, and Backspace removes a whole one', async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'message');
    await wizard.message.fill('Hi , hello');
    await wizard.message.press('Home');
    for (let move = 0; move < 3; move++) await wizard.message.press('ArrowRight');
    await page.getByRole('button', { name: 'first_name' }).click();
    await expect(wizard.message).toHaveValue('Hi {first_name}, hello');
    await expect(wizard.message).toBeFocused();
    await wizard.message.press('Backspace');
    await expect(wizard.message).toHaveValue('Hi , hello');
    await wizard.message.press('ControlOrMeta+z');
    await expect(wizard.message).toHaveValue('Hi {first_name}, hello');
    await wizard.message.press('End');
    await wizard.message.press('Backspace');
    await expect(wizard.message).toHaveValue('Hi {first_name}, hell');
  });

  test('a placeholder without values for some contacts shows how many, and the sentence closes up', async ({
    page,
  }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'message');
    await expect(page.getByRole('button', { name: 'address2 4 empty' })).toBeVisible();
    await wizard.message.fill('The flat on {address2} is open.');
    await expect(page.getByText('The flat on is open.')).toBeVisible();
    await expect(page.getByText(/4 of 9 people have no address2/)).toBeVisible();
  });
});

test.describe('a message that is invalid for some contacts', () => {
  test('passes with Continue, and is refused with the lines when it is published', async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'message');
    await wizard.message.fill('{address2}');
    await expect(
      page.getByText('4 people cannot receive this message: for them it is empty or too long.'),
    ).toBeVisible();
    await wizard.next();
    await moveTo(wizard, 'schedule', { name: '' });
    await moveTo(wizard, 'review', { name: '' });
    await expect(page.getByText('4 people cannot receive this message')).toBeVisible();
    await page.getByRole('button', { name: 'Publish Campaign' }).click();
    await expect(wizard.dialog.getByRole('heading')).toHaveText('4 people cannot receive this message');
    await expect(wizard.dialog.getByRole('listitem')).toHaveCount(4);
    await expect(wizard.dialog.getByRole('listitem').first()).toHaveText(
      /^Line \d+: The message is empty for this contact$/,
    );
    await wizard.dialog.getByRole('button', { name: 'Okay' }).click();
    await page.getByRole('button', { name: 'Edit Message' }).click();
    await wizard.message.fill(`${'Hello '.repeat(198)}{address1}`);
    await wizard.next();
    await wizard.heading('Campaign Overview');
    await page.getByRole('button', { name: 'Publish Campaign' }).click();
    await expect(wizard.dialog.getByRole('listitem').first()).toHaveText(
      /^Line \d+: The message is longer than 1,200 characters for this contact$/,
    );
    await page.keyboard.press('Escape');
  });
});

test.describe('publishing', () => {
  test('needs a file: a draft without its file asks for it again', async ({ page }) => {
    const wizard = await openWizard(page);
    await fillUpTo(wizard, 'review');
    await page.goto('/dashboard');
    await page.evaluate(
      () => new Promise((resolve) => (indexedDB.deleteDatabase('hark-drafts').onsuccess = resolve)),
    );
    await page.goto('/campaign');
    await page.getByRole('button', { name: 'Continue Draft' }).click();
    await expect(wizard.dialog.getByText('No CSV file found. Please upload a file first.')).toBeVisible();
    await wizard.dialog.getByRole('button', { name: 'Okay' }).click();
    await wizard.heading('Upload your contact list');
  });

  test('needs name and message, also in a restored draft without them', async ({ page }) => {
    const wizard = await openWizard(page);
    const name = await fillUpTo(wizard, 'review');
    await page.goto('/dashboard');
    await page.evaluate((lost) => {
      for (const [key, draft] of Object.entries(localStorage)) {
        if (key.startsWith('hark.campaign-draft.')) {
          // Changed later than what may have been saved on the server.
          const later = `"savedAt":${String(Date.now() + 1_000)}`;
          localStorage.setItem(
            key,
            String(draft)
              .replace(lost, '')
              .replace(/"savedAt":\d+/, later),
          );
        }
      }
    }, name);
    await page.goto('/campaign');
    await page.getByRole('button', { name: 'Continue Draft' }).click();
    await expect(page.getByText('9 contacts').first()).toBeVisible();
    await page.getByRole('button', { name: 'Publish Campaign' }).click();
    await expect(wizard.dialog.getByText('Please fill in campaign name and message.')).toBeVisible();
  });
});

test('the schedule allows today up to a year ahead, and past times start in a minute', async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'schedule');
  await expect(page.getByRole('button', { name: 'Go to the Previous Month' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await pickDay(page, 0);
  await page.getByLabel('Campaign Time').selectOption('00:00');
  await expect(
    page.getByText(/00:00 UTC has passed: the campaign starts one minute after you publish it\.$/),
  ).toBeVisible();
  const later = page.getByRole('button', { name: 'Go to the Next Month' });
  for (let month = 0; month < 13 && (await later.getAttribute('aria-disabled')) !== 'true'; month++)
    await later.click();
  const lastDay = new Date();
  lastDay.setUTCFullYear(lastDay.getUTCFullYear() + 1);
  const days = page.getByRole('gridcell').getByRole('button', { disabled: false });
  await expect(days.last()).toHaveText(String(lastDay.getUTCDate()));
});

test('the schedule shows a range, half hours and the local time', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'America/New_York' });
  const page = await context.newPage();
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'schedule');
  await page.getByRole('button', { name: 'Go to the Next Month' }).click();
  await pickDay(page, 4);
  await pickDay(page, 9);
  await expect(page.getByText(/^[A-Z][a-z]{2} \d{2}, \d{4} to [A-Z][a-z]{2} \d{2}, \d{4}$/)).toBeVisible();
  await expect(
    page.getByText(/^Calls not made by [A-Z][a-z]{2} \d{2}, \d{4} in each person’s time are released\.$/),
  ).toBeVisible();
  await pickDay(page, 6);
  const accent = await page
    .getByRole('button', { name: 'Continue', exact: true })
    .evaluate((button) => getComputedStyle(button).backgroundColor);
  await page.mouse.move(0, 0);
  const chosen = page.getByRole('gridcell', { selected: true }).getByRole('button');
  await expect(chosen).toHaveCSS('background-color', accent);
  await expect(page.getByText(/^[A-Z][a-z]{2} \d{2}, \d{4}$/)).toBeVisible();
  const time = page.getByLabel('Campaign Time');
  await expect(time.getByRole('option')).toHaveCount(48);
  await time.selectOption('16:30');
  await expect(page.getByText(/^In your time: .*(11|12):30 [AP]M E[SD]T$/)).toBeVisible();
  await expect(time.getByRole('option', { name: '16:30 UTC' })).toHaveText(
    /^16:30 UTC · (11|12):30 [AP]M your time$/,
  );
  await expect(page.getByText('An end date is the last day of calling.')).toBeVisible();
  await context.close();
});

test('a voice deleted elsewhere must be replaced before the campaign continues', async ({ page }) => {
  const wizard = await openWizard(page);
  const { message, vid } = (await (
    await page.request.get('/users/upload-audio/', {
      params: { file_name: 'voice.mp3', file_type: 'audio/mpeg', title: 'Soon gone' },
    })
  ).json()) as { message: { url: string; fields: Record<string, string> }; vid: string };
  const file = { name: 'voice.mp3', mimeType: 'audio/mpeg', buffer: readFileSync(fixtureVoice) };
  await page.request.post(message.url, { multipart: { ...message.fields, file } });

  const name = await fillUpTo(wizard, 'voice');
  await page.getByRole('radio', { name: 'Soon gone' }).click();
  await wizard.next();
  await pickDay(page, 1);
  await wizard.next();
  await wizard.heading('Campaign Overview');
  await page.request.delete(`/users/delete-audio/${vid}/`);

  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(wizard.dialog).toContainText('The voice you selected was deleted. Please select another one.');
  await wizard.dialog.getByRole('button', { name: 'Okay' }).click();
  await wizard.heading('Select Voice');
  await expect(page.getByRole('radio', { name: 'Soon gone' })).toHaveCount(0);
  await page.getByRole('radio').first().click();
  await wizard.next();
  await wizard.next();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  await page.request.delete(`/api/campaigns/${encodeURIComponent(name)}/delete/`);
});

test('a past start is shown without a time', async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'schedule');
  await pickDay(page, 0);
  await page.getByLabel('Campaign Time').selectOption('00:00');
  await expect(
    page.getByText(/00:00 UTC has passed: the campaign starts one minute after you publish it\.$/),
  ).toBeVisible();
  await wizard.next();
  await wizard.heading('Campaign Overview');
  const schedule = page.getByRole('definition').filter({ hasText: '00:00 UTC has passed' });
  await expect(schedule).toContainText('the campaign starts one minute after you publish it.');
  await expect(page.getByText(/^In your time: /)).toHaveCount(0);
});
