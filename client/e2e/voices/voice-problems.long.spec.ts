import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { registerUser } from '#client/e2e/support/billing.ts';
import { expect, openVoiceDialog, record, test, timeFrom } from '#client/e2e/support/microphone.ts';

const FIXTURE = 'client/e2e/fixtures/voice.mp3';
const recording = readFileSync(FIXTURE);
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452'.padEnd(4_000, '0'), 'hex');

/** Frames of MPEG 1 layer III, 417 bytes each, that are all noise. */
const DAMAGED = Buffer.concat(
  Array.from({ length: 4 }, () => Buffer.from('fffb9000'.padEnd(834, 'd5'), 'hex')),
);

const choose = (page: Page, buffer: Buffer) =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'voice.mp3', mimeType: 'audio/mpeg', buffer });

for (const [microphone, hint] of [
  ['none', 'No microphone was found. Connect one, or choose an MP3 file.'],
  ['denied', 'Allow the microphone for this site in the settings of your browser, then try again.'],
] as const) {
  test(`a microphone that is ${microphone} is explained until a file is chosen`, async ({ addVoice }) => {
    const page = await addVoice(microphone);
    const problem = page.getByText('Error accessing microphone.', { exact: true });
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await expect(problem).toBeVisible();
    await expect(page.getByText(hint)).toBeVisible();
    await choose(page, recording);
    await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
    await expect(problem).toBeHidden();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Voice uploaded successfully!')).toBeVisible();
  });
}

test('a recording is kept if the microphone goes away', async ({ addVoice }) => {
  const page = await addVoice('fake');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText(timeFrom(2))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  // Withdrawing the permission ends the track as unplugging does.
  await page.context().clearPermissions();
  await expect(page.getByText('The microphone was disconnected.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Voice uploaded successfully!')).toBeVisible();
});

test('a recording stops after 30 seconds, and can be deleted and made again', async ({ addVoice }) => {
  const page = await addVoice('fake');
  await page.clock.install();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText(timeFrom(1))).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect(page.getByText('0:30/0:30')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('0:00/0:30')).toBeVisible();
  await record(page, 1);
  await expect(page.getByRole('slider', { name: 'Position' })).toBeVisible();
});

test('the microphone is released when the dialog is closed during a recording', async ({ addVoice }) => {
  const page = await addVoice('fake');
  const opened = await page.evaluateHandle(() => {
    const tracks: MediaStreamTrack[] = [];
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
    return tracks;
  });
  const states = () => opened.evaluate((tracks) => tracks.map(({ readyState }) => readyState));
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText(timeFrom(1))).toBeVisible();
  expect(await states()).toEqual(['live']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await states()).toEqual(['ended']);
});

test('a file that cannot become a voice is refused with the reason, and nothing is uploaded', async ({
  page,
}) => {
  await registerUser(page, 'mistaken');
  await openVoiceDialog(page);
  const dialog = page.getByRole('dialog');
  for (const [file, reason] of [
    [PNG, 'This file is not an MP3 recording.'],
    [Buffer.alloc(0), 'This file is empty.'],
    [recording.subarray(0, 300), 'This file is not an MP3 recording.'],
    [Buffer.concat([recording, Buffer.alloc(11 * 1024 * 1024)]), 'The file is larger than 10MB.'],
  ] as const) {
    await choose(page, file);
    await expect(dialog.getByRole('alert').filter({ hasText: reason })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Remove' })).toBeHidden();
  }
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (let n = 0; n < 5; n++) transfer.items.add(new File(['x'], `${String(n)}.mp3`));
    return transfer;
  });
  await dialog.getByText('Drop your file here').dispatchEvent('drop', { dataTransfer: files });
  await expect(dialog.getByText('Please choose one file: a voice is made from one recording.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please upload or record a voice.')).toBeVisible();
  // Valid headers with nothing behind them: the server decides, and the browser warns.
  await choose(page, DAMAGED);
  await expect(dialog.getByText(/^The browser cannot read this recording\./)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('4 of 4 uploads remaining')).toBeVisible();
});

test('an upload is explained if the store refuses it or goes away, and its slot is free again', async ({
  page,
}) => {
  await registerUser(page, 'refused');
  await openVoiceDialog(page);
  await page.route(
    '**/trpc/voices.beginUpload*',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll('"signature":"', '"signature":"x'),
      });
    },
    { times: 1 },
  );
  await choose(page, recording);
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(page.getByText('This upload has expired or was not allowed.')).toBeVisible();

  await page.route('**/local/objects', (route) => route.abort('connectionreset'), { times: 1 });
  await save.click();
  await expect(page.getByText('The upload was interrupted. Please try again.')).toBeVisible();

  await save.click();
  await expect(page.getByText('Voice uploaded successfully!')).toBeVisible();
  await expect(page.getByText('3 of 4 uploads remaining')).toBeVisible();
});
