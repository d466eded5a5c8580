import { expect, test } from 'vitest';
import { linesOf } from '#client/testing/lines.ts';
import { MAIL_TEXTS, REQUIRED_MAILS } from './mail-texts.ts';

test('mails have their texts', async () => {
  await expect(linesOf({ MAIL_TEXTS, REQUIRED_MAILS })).toMatchFileSnapshot('listed-texts.txt');
});
