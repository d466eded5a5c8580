import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { changeAnswer, cutOff, fail, refuse } from '#client/e2e/support/answers.ts';
import { clientOf, registerUser } from '#client/e2e/support/billing.ts';
import { openVoiceDialog } from '#client/e2e/support/microphone.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { uploadVoice } from '#server/app/seed/account-setup.ts';

const FIXTURE = 'client/e2e/fixtures/voice.mp3';

/** Opens the library of a new user with one voice. */
async function openLibrary(page: Page, { url }: { url: string }): Promise<void> {
  await registerUser(page, 'voices');
  const details = { title: 'Ana', description: 'The owner' };
  await uploadVoice(clientOf(page), url, details, readFileSync(FIXTURE));
  await page.goto('/my-voice');
}

async function choose(page: Page, action: 'Edit' | 'Delete'): Promise<void> {
  await page.getByRole('button', { name: 'More actions for Ana' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

// 'Delete with a server response: "Failed to delete voice: {server message or status text}". Delete with no
// response: "Failed to delete voice: No response received from server".'
test('a voice that cannot be deleted says why, whatever the server answers', async ({ page, hark }) => {
  await openLibrary(page, hark);
  for (const [answer, text] of [
    [() => cutOff(page, 'voices.remove'), 'Failed to delete voice: No response received from server'],
    [() => fail(page, 'voices.remove', 502), 'Failed to delete voice: Bad Gateway'],
    [() => fail(page, 'voices.remove', 403), 'Failed to delete voice: Forbidden'],
    [
      () => refuse(page, 'voices.remove', 409, 'CONFLICT', 'A campaign uses this voice.'),
      'Failed to delete voice: A campaign uses this voice.',
    ],
    [() => fail(page, 'voices.remove', 404), 'Voice not found. It may have already been deleted.'],
    [() => Promise.resolve(), 'Voice deleted successfully!'],
  ] as const) {
    await answer();
    await choose(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await page.unrouteAll();
  }
  await expect(page.getByText('No voice samples yet')).toBeVisible();
});

test('a voice that cannot be read or changed says so', async ({ page, hark }) => {
  await openLibrary(page, hark);
  const dialog = page.getByRole('dialog', { name: 'Edit Voice' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await fail(page, 'voices.metadata', 400);
  await choose(page, 'Edit');
  await expect(
    dialog.getByText('Failed to load existing voice data. This may be a new voice.', { exact: true }),
  ).toBeVisible();
  await fail(page, 'voices.update');
  await save.click();
  await expect(dialog.getByText('Save operation failed.', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await save.click();
  await expect(page.getByText('Voice metadata updated successfully!', { exact: true })).toBeVisible();

  // 'Editing without a voice id gives "Voice ID is required for metadata update."'
  await changeAnswer<{ voices: VoiceView[] }>(page, 'voices.list', (list) => ({
    ...list,
    voices: list.voices.map((voice) => ({ ...voice, vid: '' })),
  }));
  await page.reload();
  await choose(page, 'Edit');
  await save.click();
  await expect(dialog.getByText('Voice ID is required for metadata update.', { exact: true })).toBeVisible();
});

// 'An upload needs presigned data. The errors are "Could not obtain presigned data" and "Presigned URL missing".'
test('an upload for which the server gives no place says so', async ({ page }) => {
  await registerUser(page, 'no-place');
  await openVoiceDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(FIXTURE);
  for (const answer of [
    () => cutOff(page, 'voices.beginUpload'),
    () => fail(page, 'voices.beginUpload', 502),
  ]) {
    await answer();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Could not obtain presigned data', { exact: true })).toBeVisible();
    await page.unrouteAll();
  }
  await changeAnswer<object>(page, 'voices.beginUpload', (upload) => ({ ...upload, message: '' }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Presigned URL missing', { exact: true })).toBeVisible();
});
