import { mp3Seconds } from '#shared/voices/mp3-frames.ts';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { expect, record, test, timeFrom } from '#client/e2e/support/microphone.ts';

test('a voice is recorded, heard, trimmed at both ends and saved', async ({ addVoice }) => {
  const page = await addVoice('fake');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Read this aloud')).toBeVisible();
  await record(page, 2);
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

test('a recording runs without its level where the browser does not measure it, and says when nothing is heard', async ({
  addVoice,
}) => {
  const page = await addVoice('fake');
  await page.evaluate(() => {
    AudioContext.prototype.createMediaStreamSource = () => {
      throw new DOMException('different sample rate', 'NotSupportedError');
    };
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      const [track] = stream.getTracks();
      for (const type of ['mute', 'unmute'])
        window.addEventListener(`test-${type}`, () => track?.dispatchEvent(new Event(type)));
      return stream;
    };
  });
  const dialog = page.getByRole('dialog');
  const hint = dialog.getByText('Your microphone sends no sound right now.');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog.getByText(timeFrom(1))).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('test-mute')));
  await expect(hint).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('test-unmute')));
  await expect(hint).toBeHidden();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByRole('button', { name: 'Play' })).toBeVisible();
});

for (const press of ['click', 'Space', 'Enter'] as const)
  test(`a ${press} on Stop right after the recording ended by itself deletes nothing`, async ({
    addVoice,
  }) => {
    const page = await addVoice('fake');
    await page.clock.install();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    const stop = dialog.getByRole('button', { name: 'Stop' });
    await stop.focus();
    const { x = 0, y = 0, width = 0, height = 0 } = (await stop.boundingBox()) ?? {};
    await expect(dialog.getByText(timeFrom(1))).toBeVisible();
    await page.clock.fastForward(30_000);
    await expect(dialog.getByRole('status').getByText('Recording ended')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Clone your voice' })).toBeFocused();
    for (let pressed = 0; pressed < 2; pressed++)
      if (press === 'click') await page.mouse.click(x + width / 2, y + height / 2);
      else await page.keyboard.press(press);
    await expect(dialog.getByText('0:30/0:30')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('button', { name: 'Record', exact: true })).toBeVisible();
  });
