import { fillUpTo, moveTo, openWizard } from '#client/e2e/support/wizard.ts';
import { expect, test } from '#client/e2e/support/test.ts';

/** A list with columns of its own, of which one has no name that a message could use. */
const LIST = [
  'id,FirstName,LastName,PhoneNumber,RecommendedPhone,City,Renewal Date,Plan,plan,Имя,Company,Email',
  '1,Zoë,Lee,+12025550611,12025550611,Austin,May 1,Gold {city},Old,x,Maple & Sons,zoe@maple.example',
  '2,Ann,Ray,+12025550612,12025550612,,,,,,,',
].join('\n');
const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) };
const OPT_OUT = 'It is Maple. To stop these messages call 800-555-0142.';

test('own columns are chips, and with a fallback they reach everybody as they should', async ({ page }) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'upload');
  await page.setInputFiles('input[type=file]', file);
  await expect(page.getByText(/^2 contacts, /)).toBeVisible();
  await wizard.next();
  await wizard.heading('Edit your message here');
  const chips = page.getByRole('group', { name: 'Insert a contact field' }).getByRole('button');
  await expect(chips).toHaveText([
    ...['first_name', 'last_name', 'phonenumber', /^city/, /^email\s*1 empty$/, /^company/],
    ...[/^renewal_date/, /^plan\s*1 empty$/, /^plan_2/, /^column/, 'If empty, say…'],
  ]);

  await wizard.message.fill(`${OPT_OUT} Your plan ends `);
  await chips.filter({ hasText: 'renewal_date' }).click();
  await expect(wizard.message).toHaveValue(`${OPT_OUT} Your plan ends {renewal_date}`);
  await expect(page.getByText('1 of 2 people have no renewal_date: for them it is left out.')).toBeVisible();
  await wizard.message.press('Backspace');
  await expect(wizard.message).toHaveValue(`${OPT_OUT} Your plan ends `);
  await page.getByRole('button', { name: 'If empty, say…' }).click();
  await page.getByRole('menuitem', { name: 'renewal_date' }).click();
  await expect(wizard.message).toHaveValue(`${OPT_OUT} Your plan ends {renewal_date|your renewal date}`);
  await page.keyboard.type('soon');
  await expect(wizard.message).toHaveValue(`${OPT_OUT} Your plan ends {renewal_date|soon}`);
  await expect(page.getByText('1 of 2 people have no renewal_date: they hear “soon”.')).toBeVisible();
  await wizard.message.press('End');
  await wizard.message.press('Backspace');
  await expect(wizard.message).toHaveValue(`${OPT_OUT} Your plan ends `);

  await wizard.message.fill(
    `${OPT_OUT} {first_name|Friend}, {plan|your plan} of {company|yours} ends {renewal_date|soon}.`,
  );
  const preview = page.getByRole('region', { name: 'What they hear' });
  await expect(preview).toContainText('Zoë, Gold {city} of Maple & Sons ends May 1.');
  await page.getByRole('button', { name: 'Next contact' }).click();
  await expect(preview).toContainText('Ann, your plan of yours ends soon.');

  await wizard.next();
  for (const step of ['schedule', 'review'] as const) await moveTo(wizard, step, { name });
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  const path = `/api/campaigns/${encodeURIComponent(name)}`;
  expect((await page.request.post(`${path}/execute/`)).status()).toBe(202);
  await expect
    .poll(
      async () => ((await (await page.request.get(`${path}/status/`)).json()) as { status: string }).status,
    )
    .toBe('Success');
  const { campaign } = (await (await page.request.get(`${path}/`)).json()) as { campaign: { id: string } };
  const drops = await page.request.get(`/local/carrier/drops?campaign=${campaign.id}`);
  const texts = ((await drops.json()) as { text: string }[]).map(({ text }) => text).sort();
  expect(texts).toEqual([
    `${OPT_OUT} Ann, your plan of yours ends soon.`,
    `${OPT_OUT} Zoë, Gold {city} of Maple & Sons ends May 1.`,
  ]);
  await page.request.delete(`${path}/delete/`);
});

test('an unknown placeholder is named, whatever its fallback', async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'message');
  await wizard.message.fill('Hi {nickname|there}, {__proto__}');
  await expect(page.getByText('Unknown placeholders: {nickname}, {__proto__}')).toBeVisible();
  await wizard.next();
  await moveTo(wizard, 'schedule', { name: '' });
  await moveTo(wizard, 'review', { name: '' });
  await expect(page.getByText('Unknown placeholders: {nickname}, {__proto__}')).toBeVisible();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(wizard.dialog.getByText('Unknown placeholders: {nickname}, {__proto__}')).toBeVisible();
});
