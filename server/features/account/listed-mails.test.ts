import { expect, test } from 'vitest';
import { listMails } from '#server/testing/mail/list-mails.ts';
import { announcementMail, completionMail } from './deletion/deletion-mails.ts';
import { readyMail } from './export/export-mail.ts';

const ANA = { email: 'ana@example.com', displayName: 'Ana', emailConfirmed: true };

test('each mail about the deletion and the data of an account is as it is listed', async () => {
  const expiresAt = new Date('2026-11-20T09:30:00Z');
  const listed = listMails([
    ['the deletion begins', announcementMail('ana', ANA, 'help@hark.example')],
    ['the account is deleted', completionMail('ana', ANA, 'help@hark.example')],
    ['the data is ready', readyMail('export-1', ANA, expiresAt, 'https://hark.example')],
  ]);
  await expect(listed).toMatchFileSnapshot('listed-mails.txt');
});
