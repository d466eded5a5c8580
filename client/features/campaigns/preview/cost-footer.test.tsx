// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { noResponse } from '#client/testing/fake-server.ts';
import { button, click, hasButton, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { CostFooter } from './cost-footer.tsx';

const QUOTE = {
  calls: 13,
  allowanceCalls: 12,
  extraCalls: 1,
  creditsPerCall: 40,
  creditsPerExtraCall: 60,
  cost: 540,
  balance: 540,
  balanceAfter: 0,
  affordable: 13,
  renewalPending: false,
};

test.each([
  [{}, '12 calls, in your allowance × 40 1 extra call × 60 On hold until it is sent 540 credits Remaining 0'],
  [{ allowanceCalls: 1, extraCalls: 2 }, '1 call, in your allowance × 40 2 extra calls × 60'],
])('the cost with %j', async (change, said) => {
  const screen = await renderScreen(<CostFooter contacts={13} />, {
    answers: { campaigns: { quote: () => ({ ...QUOTE, ...change }) } },
  });
  expect(text()).toContain(said);
  expect(text()).not.toContain('Your plan is renewing');
  expect(text()).not.toContain('Not enough credits');
  expect(text()).not.toContain('Automatic retries');
  expect(screen.sent('campaigns.quote')).toEqual([{ calls: 13 }]);
});

test.each([
  [1, 'at most 780 in all, if every call fails.'],
  [3, 'at most 2,340 in all, if every call fails.'],
])('the highest price of %i automatic retries is said apart from the cost', async (retries, said) => {
  const screen = await renderScreen(<CostFooter contacts={13} retries={retries} />, {
    answers: { campaigns: { quote: () => QUOTE } },
  });
  expect(text()).toContain(`Automatic retries hold their credits when they start: ${said}`);
  expect(screen.sent('campaigns.quote')).toEqual([{ calls: 13 }]);
});

test('what is short is said, and where more credits are', async () => {
  await renderScreen(<CostFooter contacts={13} />, {
    answers: {
      campaigns: { quote: () => ({ ...QUOTE, balance: 500, balanceAfter: -40, renewalPending: true }) },
    },
  });
  expect(text()).toContain('Not enough credits: 540 needed, 500 available, 40 short.');
  expect(text()).not.toContain('Remaining');
  expect(text()).toContain('Your plan is renewing.');
  expect(button('Go to Subscription').getAttribute('href')).toBe('/billing');
  expect(hasButton('Buy Credits')).toBe(true);
});

test('while credits are short the cost is asked for again, until bought ones are added', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const quote = vi.fn(() => ({ ...QUOTE, balance: 500, balanceAfter: -40 }));
  await renderScreen(<CostFooter contacts={13} />, { answers: { campaigns: { quote } } });
  const pass = async () => {
    await turn(() => {
      vi.advanceTimersByTime(5_000);
    });
    await turn();
  };
  await pass();
  expect(text()).toContain('40 short');
  quote.mockImplementation(() => QUOTE);
  await pass();
  expect(text()).toContain('Remaining 0');
  const asked = quote.mock.calls.length;
  await pass();
  expect(quote).toHaveBeenCalledTimes(asked);
  vi.useRealTimers();
});

test.each([
  [12, 'Send to the first 12'],
  [0, null],
])('with credits for %i of the calls it is offered: %s', async (affordable, offer) => {
  const onMaxCalls = vi.fn();
  const quote = () => ({ ...QUOTE, affordable, balance: 500, balanceAfter: -40 });
  const screen = await renderScreen(<CostFooter contacts={13} onMaxCalls={onMaxCalls} />, {
    answers: { campaigns: { quote } },
  });
  expect(text().includes('Send to the first')).toBe(offer !== null);
  if (offer !== null) {
    await click(offer);
    await screen.update(<CostFooter contacts={12} maxCalls={12} onMaxCalls={onMaxCalls} />);
    expect(text()).toContain('Only the first 12 are called.');
    await click('Send to All');
    expect(onMaxCalls.mock.calls).toEqual([[12], [null]]);
  }
  expect(screen.sent('campaigns.quote').at(0)).toEqual({ calls: 13 });
});

test('no cost is asked for while the file is read, and an error can be retried', async () => {
  const screen = await renderScreen(<CostFooter contacts={null} />);
  expect(text()).toBe('Loading...');
  expect(screen.sent('campaigns.quote')).toEqual([]);
});

test('a cost that cannot be loaded says so', async () => {
  await renderScreen(<CostFooter contacts={1} />, {
    answers: { campaigns: { quote: () => Promise.reject(noResponse()) } },
  });
  expect(text()).toContain('The cost could not be loaded.');
});
