import { describe, expect, it } from 'vitest';
import { campaignEmoji } from '#client/domain/campaigns/campaign-emoji.ts';
import { activeCaption, finishedText, greeting, weekOverWeek, weekSentence } from './dashboard-text.ts';

const NONE = { Scheduled: 0, Sending: 0, Paused: 0, Success: 0, Failed: 0 };
const NEXT = '2026-11-24T15:00:00Z';

describe('the dashboard shows', () => {
  it.each([
    [4, 'Good evening, Ana'],
    [5, 'Good morning, Ana'],
    [12, 'Good afternoon, Ana'],
    [18, 'Good evening, Ana'],
  ])('at %i o’clock: %s', (hour, text) => {
    expect(greeting('Ana', hour)).toBe(text);
  });

  it('the number of active campaigns and of calls this week', () => {
    expect(weekSentence(2, 1_204)).toBe('Two campaigns are on their way. 1,204 calls were made this week.');
    expect(weekSentence(1, 1)).toBe('One campaign is on its way. 1 call was made this week.');
    expect(weekSentence(0, 0)).toBe('Nothing is on its way right now.');
  });

  it('what the active campaigns are doing', () => {
    const caption = (by_status: Partial<typeof NONE>, next_drop_date: string | null) =>
      activeCaption({ by_status: { ...NONE, ...by_status }, next_drop_date });
    expect(caption({ Sending: 1, Scheduled: 1, Success: 1 }, NEXT)).toBe('1 sending now, 1 on Nov 24');
    expect(caption({ Scheduled: 2, Paused: 1 }, NEXT)).toBe('2 scheduled, the next on Nov 24, 1 paused');
    expect(caption({ Success: 1 }, null)).toBe('Nothing scheduled or on its way');
  });

  it('how this week compares with the previous one', () => {
    expect(weekOverWeek(118, 100)).toBe('+18%');
    expect(weekOverWeek(50, 100)).toBe('−50%');
    expect(weekOverWeek(100, 100)).toBe('+0%');
    expect(weekOverWeek(5, 0)).toBeUndefined();
  });

  it('the documented text for each result of a campaign', () => {
    expect(finishedText({ name: 'X', delivered: 9, total: 9 }, 19_550)).toBe(
      'Campaign "X" executed successfully! Voicemails delivered to all contacts. Your current balance: 19,550',
    );
    expect(finishedText({ name: 'X', delivered: 2, total: 9 }, 19_900)).toBe(
      'Campaign "X" finished: 2 of 9 delivered. Your current balance: 19,900',
    );
  });
});

describe('the emoji of a campaign', () => {
  it('matches the subject in its name', () => {
    expect(campaignEmoji('Spring Open House')).toBe('🌷');
    expect(campaignEmoji('Price drop, Maple Street')).toBe('🏡');
    expect(campaignEmoji('Annual check-up reminder')).toBe('🩺');
  });

  it('is always the same for the same name', () => {
    expect(campaignEmoji('Qwx 7')).toBe(campaignEmoji('Qwx 7'));
    expect(campaignEmoji('')).not.toBe('');
  });
});
