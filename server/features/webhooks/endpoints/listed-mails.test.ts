import { expect, test } from 'vitest';
import { listMails } from '#server/testing/mail/list-mails.ts';
import { changedEndpointMail, type EndpointChange } from './changed-endpoint-mail.ts';
import { switchedOffMail } from './switched-off-mail.ts';

const URL = 'https://shop.example/hooks/s3cret';
const ANA = { email: 'ana@example.com', displayName: 'Ana', emailConfirmed: true };
const UNVERIFIED = { ...ANA, emailConfirmed: false };
const CHANGES: EndpointChange[] = ['created', 'moved', 'changed', 'secret'];

test('each mail about an endpoint is as it is listed, without its path', async () => {
  const endpoint = { url: URL, events: ['call.delivered', 'call.failed'] } as never;
  const ofAll = [ANA, UNVERIFIED].flatMap((to) => {
    const address = to.emailConfirmed ? '' : ', to an address that was not verified';
    return [
      ...CHANGES.map(
        (change) =>
          [`${change}${address}`, changedEndpointMail(endpoint, change, to, 'https://hark.example')] as const,
      ),
      ...[true, false].map(
        (gone) =>
          [
            `switched off ${gone ? 'as it is gone' : 'as it failed'}${address}`,
            switchedOffMail({ id: 'e1', url: URL, gone }, to, 'https://hark.example'),
          ] as const,
      ),
    ];
  });
  const listed = listMails(ofAll);
  expect(listed).not.toContain('s3cret');
  await expect(listed).toMatchFileSnapshot('listed-mails.txt');
});
