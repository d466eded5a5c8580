import { readFile } from 'node:fs/promises';
import { signInDemo } from '#client/e2e/support/campaigns.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const VOICE = 'client/e2e/fixtures/voice.mp3';
const PRESIGNED = '/presigned/voice.mp3?signature=s';

interface Form {
  url: string;
  fields: Record<string, string>;
}

for (const [what, withoutForm] of [
  ['a presigned URL', (url: string) => url],
  ['a presigned URL without fields', (url: string) => ({ url })],
] as const) {
  test(`a recording is put to ${what}, with its type`, async ({ page }) => {
    await signInDemo(page);
    let form: Form = { url: '', fields: {} };
    await page.route('**/trpc/voices.beginUpload*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { result: { data: { message: unknown } } }[];
      const data = body[0]?.result.data;
      if (data === undefined) throw new Error('There is no upload');
      form = data.message as Form;
      data.message = withoutForm(new URL(PRESIGNED, page.url()).href);
      await route.fulfill({ response, json: body });
    });
    await page.route(`**${PRESIGNED}`, async (route) => {
      const put = route.request();
      expect([put.method(), put.headers()['content-type']]).toEqual(['PUT', 'audio/mpeg']);
      const file = { name: 'voice.mp3', mimeType: 'audio/mpeg', buffer: await readFile(VOICE) };
      await page.request.post(form.url, { multipart: { ...form.fields, file } });
      await route.fulfill({ status: 200 });
    });
    await page.goto('/my-voice');
    await page.getByRole('button', { name: 'Add New Voice Sample' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a new voice' });
    await dialog.getByLabel('Name').fill('Put');
    await dialog.locator('input[type=file]').setInputFiles(VOICE);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Voice uploaded successfully!')).toBeVisible();
    const voices = (await (await page.request.get('/users/user-info/')).json()) as {
      voice_ids: { vid: string; title: string }[];
    };
    const put = voices.voice_ids.find(({ title }) => title === 'Put');
    await page.request.delete(`/users/delete-audio/${put?.vid ?? ''}/`);
  });
}

test('an upload that is cancelled before it begins stores no voice', async ({ page }) => {
  await signInDemo(page);
  const asked = deferred();
  const answered = deferred();
  await page.route('**/trpc/voices.beginUpload*', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await page.goto('/my-voice');
  await page.getByRole('button', { name: 'Add New Voice Sample' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a new voice' });
  await dialog.getByLabel('Name').fill('Cancelled');
  await dialog.locator('input[type=file]').setInputFiles(VOICE);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await asked.promise;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const removed = page.waitForResponse((response) => response.url().includes('/trpc/voices.remove'));
  answered.resolve();
  expect((await removed).status()).toBe(200);
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  const { voice_ids: voices } = (await (await page.request.get('/users/user-info/')).json()) as {
    voice_ids: { title: string }[];
  };
  expect(voices.map(({ title }) => title)).not.toContain('Cancelled');
});
