import { mp3Seconds } from '#shared/voices/mp3-frames.ts';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { expect, record, test } from '#client/e2e/support/microphone.ts';

test('a voice is recorded, heard, trimmed at both ends and saved', async ({ addVoice }) => {
  const page = await addVoice('fake');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Read this aloud')).toBeVisible();
  await record(page, '0:02');
  const [start, end] = [
    dialog.getByRole('slider', { name: 'Start of the recording' }),
    dialog.getByRole('slider', { name: 'End of the recording' }),
  ];
  await start.press('PageUp');
  await dialog.getByRole('button', { name: 'Undo trim' }).click();
  await expect(dialog.getByText('Drag the ends to trim.')).toBeVisible();
  await expect(start).toHaveAttribute('aria-valuetext', '0.0 seconds');
  await start.press('PageUp');
  await expect(start).toHaveAttribute('aria-valuetext', '1.0 seconds');
  await expect(async () => {
    await end.press('PageDown');
    await expect(dialog.getByText('Trimmed to 1.0 seconds.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(dialog.getByText(/^The recording is only 1 second long/)).toBeVisible();

  const { x = 0, y = 0 } = (await end.boundingBox()) ?? {};
  await page.mouse.move(x, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 20, { steps: 4 });
  await page.mouse.up();
  const trimmed = dialog.getByText(/^Trimmed to \d\.\d seconds\.$/);
  await expect(trimmed).not.toHaveText('Trimmed to 1.0 seconds.');
  const seconds = Number(/\d\.\d/.exec((await trimmed.textContent()) ?? '')?.[0]);
  expect(seconds).toBeGreaterThan(1);
  await expectNoViolationsInBothSchemes(page, 'a trimmed recording');

  await dialog.getByRole('button', { name: 'Play' }).click();
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(dialog.getByRole('slider', { name: 'Position' })).toHaveValue(String(seconds));

  await dialog.getByLabel('Name').fill('Zoë, calm');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Voice uploaded successfully!')).toBeVisible();
  const { voice_ids } = (await (await page.request.get('/users/user-info/')).json()) as {
    voice_ids: { vid: string }[];
  };
  const link = (await (await page.request.get(`/users/stream-audio/${voice_ids[0]?.vid ?? ''}/`)).json()) as {
    url: string;
  };
  const stored = mp3Seconds(await (await page.request.get(link.url)).body());
  expect(Math.abs(stored - seconds)).toBeLessThan(0.15);
});
