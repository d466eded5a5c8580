import { describe, expect, it } from 'vitest';
import type { AnalyticsRow } from '#shared/schemas/analytics.ts';
import { paths } from '#client/app/paths.ts';
import { campaignNameIn, describeCall, totalsOf } from './analytics-words.ts';

function row(delivered: number, failed: number, pending: number): AnalyticsRow {
  return {
    id: 'c',
    campaign_name: 'C',
    drop_date: '2026-11-20T09:30:00Z',
    dropcowboy_success_calls: delivered,
    dropcowboy_failed_calls: failed,
    dropcowboy_pending_calls: pending,
    dropcowboy_total_calls: delivered + failed + pending,
    telnyx_total_messages: 0,
    telnyx_successful_messages: 0,
    telnyx_failed_messages: 0,
    telnyx_success_rate: 0,
    campaign_status: 'Sending',
  };
}

describe('the totals', () => {
  it('count delivered of all calls, pending ones included', () => {
    expect(totalsOf([row(2, 7, 0), row(1, 0, 2)])).toEqual({
      calls: 12,
      delivered: 3,
      pending: 2,
      successRate: 25,
    });
  });

  it('say 100 only where every call was delivered', () => {
    expect(totalsOf([row(2_998, 2, 0)]).successRate).toBe(99);
    expect(totalsOf([row(3_000, 0, 0)]).successRate).toBe(100);
    expect(totalsOf([row(995, 1, 4)]).successRate).toBe(99);
  });

  it('are 0 without calls', () => {
    expect(totalsOf([])).toEqual({ calls: 0, delivered: 0, pending: 0, successRate: 0 });
  });
});

describe('a call', () => {
  const call = {
    phone_number: '12025550001',
    first_name: 'Ana',
    last_name: 'Ortiz',
    email: '',
    company: '',
    status: 'success',
    reason: null,
    date: '2026-11-20T14:05:00Z',
  } as const;

  it('is described with dashes for what is missing', () => {
    expect(describeCall(call)).toEqual({
      phone: '+1 (202) 555-0001',
      name: 'Ana Ortiz',
      email: '-',
      company: '-',
      date: '11-20-2026 02:05 PM',
    });
  });

  it('says so when its date is none', () => {
    expect(describeCall({ ...call, date: 'soon' }).date).toBe('Invalid Date');
  });
});

describe('the name in the path', () => {
  it.each(['Spring', '50% off', 'a/b', 'a%2Fb', 'Łódź & Sons?', 'download'])('is %j again', (name) => {
    expect(campaignNameIn(paths.analyticsDetails(name))).toBe(name);
    expect(campaignNameIn(`${paths.analyticsDetails(name)}/`)).toBe(name);
  });

  it('is taken as it stands where it was not encoded', () => {
    expect(campaignNameIn('/analytics/details/50% off')).toBe('50% off');
  });
});
