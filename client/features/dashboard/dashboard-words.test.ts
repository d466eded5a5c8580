import { describe, expect, it } from 'vitest';
import { campaignEmoji } from './campaign-emoji.ts';
import { activeCaption, finishedText, greeting, weekOverWeek, weekSentence } from './dashboard-words.ts';

const sending = { status: 'Sending', drop_date: '2026-11-20T09:30:00Z' } as const;
const scheduled = { status: 'Scheduled', drop_date: '2026-11-24T15:00:00Z' } as const;
const later = { status: 'Scheduled', drop_date: '2026-12-01T15:00:00Z' } as const;
const paused = { status: 'Paused', drop_date: '2026-11-19T15:00:00Z' } as const;
const done = { status: 'Success', drop_date: '2026-11-17T14:00:00Z' } as const;

describe('the dashboard says', () => {
  it.each([
    [4, 'Good evening, Ana'],
    [5, 'Good morning, Ana'],
    [12, 'Good afternoon, Ana'],
    [18, 'Good evening, Ana'],
  ])('at %i o’clock: %s', (hour, text) => {
    expect(greeting('Ana', hour)).toBe(text);
  });

  it('what is on its way and what was done', () => {
    expect(weekSentence([sending, sending, done], 1_204)).toBe(
      'Two campaigns are on their way. 1,204 calls were made this week.',
    );
    expect(weekSentence([sending], 1)).toBe('One campaign is on its way. 1 call was made this week.');
    expect(weekSentence([scheduled], 0)).toBe('Nothing is on its way right now.');
  });

  it('what active campaigns do', () => {
    expect(activeCaption([sending, scheduled, done])).toBe('1 sending now, 1 on Nov 24');
    expect(activeCaption([later, scheduled, paused])).toBe('2 scheduled, the next on Nov 24, 1 paused');
    expect(activeCaption([done])).toBe('Nothing scheduled or on its way');
  });

  it('how the week compares', () => {
    expect(weekOverWeek(118, 100)).toBe('+18 %');
    expect(weekOverWeek(50, 100)).toBe('−50 %');
    expect(weekOverWeek(100, 100)).toBe('+0 %');
    expect(weekOverWeek(5, 0)).toBeUndefined();
  });

  it('how a campaign ended, in the documented words', () => {
    expect(finishedText({ name: 'X', delivered: 9, total: 9 }, 19_550)).toBe(
      'Campaign "X" executed successfully! Voicemails delivered to all contacts. Your current balance: 19,550',
    );
    expect(finishedText({ name: 'X', delivered: 2, total: 9 }, 19_900)).toBe(
      'Campaign "X" finished: 2 of 9 delivered. Your current balance: 19,900',
    );
  });
});

describe('the picture of a campaign', () => {
  it('shows its subject', () => {
    expect(campaignEmoji('Spring Open House')).toBe('🌷');
    expect(campaignEmoji('Price drop, Maple Street')).toBe('🏡');
    expect(campaignEmoji('Annual check-up reminder')).toBe('🩺');
  });

  it('is always the same for the same name', () => {
    expect(campaignEmoji('Qwx 7')).toBe(campaignEmoji('Qwx 7'));
    expect(campaignEmoji('')).not.toBe('');
  });
});
