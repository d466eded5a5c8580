// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { CardClientError } from '#client/domain/payment/card-client.ts';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { button, click, hasButton, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { PaymentNotAvailable, PaymentProblem } from './payment-problems.tsx';

const links = { supportEmail: 'help@example.com' } as never;

test.each<[unknown, string]>([
  [noResponse(), 'Unable to load payment form. Please check your connection and try again.'],
  [refusal('Broken', { status: 500 }), 'Failed to initialize payment form. Please try again.'],
  [new CardClientError(), 'Stripe failed to load.'],
])('what may pass is tried again', async (error, said) => {
  const onTryAgain = vi.fn();
  await renderScreen(<PaymentProblem error={error} onTryAgain={onTryAgain} busy={false} />);
  expect(text()).toBe(`Payment Form Error ${said} Try Again`);
  await click('Try Again');
  expect(onTryAgain).toHaveBeenCalledOnce();
});

test.each<[unknown, string, boolean]>([
  [refusal('There is a plan already', { code: 'CONFLICT', status: 409 }), 'There is a plan already', false],
  [refusal('Wrong', { status: 400 }), 'Unable to load payment form. Please contact support.', true],
])('what stays leads back, and to support where it names no reason', async (error, said, asksSupport) => {
  await renderScreen(<PaymentProblem error={error} onTryAgain={() => undefined} busy={false} />, {
    session: { links },
  });
  expect(text()).toContain(`Payment Not Available ${said}`);
  expect(button('Back to Billing').getAttribute('href')).toBe('/billing');
  expect([hasButton('Try Again'), hasButton('Contact support')]).toEqual([false, asksSupport]);
});

test('without an address of support none is offered', async () => {
  await renderScreen(<PaymentNotAvailable />, { session: { links: { supportEmail: '' } as never } });
  expect(hasButton('Contact support')).toBe(false);
});
