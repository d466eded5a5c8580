import { describe, expect, it } from 'vitest';
import { paths } from '#client/app/routing/paths.ts';
import { campaignNameIn, describeCall, totalsOf } from './analytics-text.ts';

const totals = (delivered: number, failed: number, pending: number) =>
  totalsOf({ total: delivered + failed + pending, delivered, pending });

describe('totals', () => {
  it('count delivered calls among all calls, including pending ones', () => {
    expect(totals(3, 7, 2)).toEqual({ calls: 12, delivered: 3, pending: 2, successRate: 25 });
  });

  it('"Success rate is the rounded percent", with pending calls among the total', () => {
    expect(totals(2_998, 2, 0).successRate).toBe(100);
    expect(totals(3_000, 0, 0).successRate).toBe(100);
    expect(totals(995, 1, 4).successRate).toBe(100);
    expect(totals(995, 1, 9).successRate).toBe(99);
  });

  it('are 0 without calls and while unknown', () => {
    expect(totals(0, 0, 0)).toEqual({ calls: 0, delivered: 0, pending: 0, successRate: 0 });
    expect(totalsOf(undefined)).toEqual(totals(0, 0, 0));
  });
});

describe('a call row', () => {
  const call = {
    number: 1,
    phone_number: '12025550001',
    first_name: 'Ana',
    last_name: 'Ortiz',
    email: '',
    company_name: '',
    status: 'success',
    reason: null,
    reason_code: null,
    date: '2026-11-20T14:05:00Z',
    call: null,
  } as const;

  it('shows a dash for each missing value', () => {
    expect(describeCall(call)).toEqual({
      phone: '+1 (202) 555-0001',
      name: 'Ana Ortiz',
      email: '-',
      company: '-',
      date: '11-20-2026 02:05 PM',
    });
  });

  it('shows "Invalid Date" for an invalid date', () => {
    expect(describeCall({ ...call, date: 'soon' }).date).toBe('Invalid Date');
  });
});

describe('the campaign name in the path', () => {
  it.each(['Spring', '50% off', 'a/b', 'a%2Fb', 'Łódź & Sons?', 'download'])('decodes to %j', (name) => {
    expect(campaignNameIn(paths.analyticsDetails(name))).toBe(name);
    expect(campaignNameIn(`${paths.analyticsDetails(name)}/`)).toBe(name);
  });

  it('is returned unchanged if it was not encoded', () => {
    expect(campaignNameIn('/analytics/details/50% off')).toBe('50% off');
  });
});
