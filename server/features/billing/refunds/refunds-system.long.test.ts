import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { creditHistoryPath } from '#shared/paths.ts';
import { createTestDashboard } from '#server/emulators/stripe/testing/dashboard.ts';
import { confirmOverHttp, payPlan } from '#server/app/seed/account-setup.ts';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

/** Longer than the interval of the refund mail task. */
const SOON = { timeout: 40_000, interval: 200 };

test(
  'a refund at Stripe reaches balance, credit history and mailbox by webhook alone',
  { timeout: 90_000 },
  async () => {
    const { client, email, uid } = await hark.newUser();
    await payPlan(client, confirmOverHttp(hark.baseUrl), 'launch');
    const result = expectOk(await client.get(`/payments/billing/${uid}/subscription-transactions`));
    const [invoice] = result['transactions'] as { id: string; invoice_number: string }[];
    await createTestDashboard(hark.baseUrl).refund(invoice?.id ?? '', 5_000);

    await vi.waitFor(async () => {
      expect((await client.get('/dropcowboy/credits/')).body).toEqual({ balance: 15_000, held: 0 });
    }, SOON);
    const headers = { cookie: client.cookie() };
    const csv = await (await fetch(`${hark.baseUrl}${creditHistoryPath('')}`, { headers })).text();
    expect(csv).toContain(
      `,refund,,,-5000,15000,0,0,Refund of $50 for invoice ${invoice?.invoice_number ?? ''}`,
    );
    await vi.waitFor(async () => {
      const outbox = (await (await fetch(`${hark.baseUrl}/local/outbox`)).json()) as Record<string, string>[];
      const mails = outbox.filter(({ to }) => to === email);
      expect(mails.map(({ subject }) => subject)).toContain('5,000 credits removed after a refund');
    }, SOON);
  },
);
