import { expect, test } from 'vitest';
import type { FindingCode } from './finding.ts';
import { riskyPhraseFindings } from './risky-phrases.ts';

const codesOf = (message: string) => riskyPhraseFindings(message).map(({ code }) => code);

test.each<[FindingCode, string[]]>([
  [
    'debt_threat',
    [
      ...[
        'We arrest you',
        'You may be arrested',
        'There is a warrant',
        'arrest warrants',
        'A lawsuit',
        'lawsuits',
      ],
      ...['We take legal action', 'taking legal action', 'pursue legal action', 'begin legal action'],
      ...[
        'start legal action',
        'face legal action',
        'legal proceedings',
        'We sue you',
        'You get sued, we sued you',
      ],
      ...['suing you', 'Pay or we will sue', 'garnish your pay', 'garnished your pay', 'garnishment of pay'],
      ...[
        'wage garnishment',
        'We seize your car',
        'seizure of assets',
        'seize assets',
        'repossess',
        'repossessed',
      ],
      ...[
        'repossession',
        'sent to jail',
        'send you to jail',
        'You go to jail',
        'The sheriff comes',
        'a court order',
      ],
      ...['a court summons', 'We take you to court', 'ruin your credit', 'destroy your credit'],
    ],
  ],
  [
    'prize',
    [
      ...[
        'You won',
        "You've won",
        'You’ve won',
        'You have won',
        "You're the winner",
        'You are a lucky winner',
      ],
      ...[
        'You are our winner',
        'claim your prize',
        'collect your reward',
        'claim your gift',
        'claim your winnings',
      ],
      ...[
        'cash prize',
        'grand prizes',
        'A prize',
        'prizes',
        'free gift',
        'free gifts',
        'free cruise',
        'free vacation',
      ],
      ...[
        'free trips',
        'free money',
        'free iphone',
        'free TV',
        'free gift cards',
        'sweepstakes',
        'lottery',
        'jackpot',
      ],
      ...['You have been selected to receive', 'were specially selected to win', 'You are selected to win'],
    ],
  ],
  [
    'guaranteed_return',
    [
      ...['guaranteed return', 'guaranteed income', 'guaranteed profits', 'guaranteed earnings'],
      ...['guaranteed approval', 'guaranteed loan', 'guaranteed investments', 'guaranteed results'],
      ...[
        'Returns are guaranteed',
        'Income is guaranteed',
        'Profits are guaranteed',
        'Approval is guaranteed',
      ],
      ...[
        'risk-free investment',
        'risk free returns',
        'risk-free profit',
        'risk-free income',
        'risk-free money',
      ],
      ...['no-risk investment', 'no risk investments', 'double your money', 'triple your income'],
      ...['double your investment', 'get rich', 'easy cash', 'fast money', 'quick cash', 'make money fast'],
      ...[
        'make money now',
        'make money from home',
        'make money online',
        'instant approval',
        'everyone is approved',
      ],
    ],
  ],
  [
    'government',
    [
      ...[
        'the IRS',
        'the I.R.S. calls',
        'internal revenue service',
        'social security administration',
        'the FBI',
      ],
      ...['social security office', 'social security department', 'homeland security', 'customs and border'],
      ...['immigration office', 'immigration department', 'immigration services', 'medicare office'],
      ...[
        'medicare department',
        'medicare administration',
        'federal government',
        'state treasury',
        'U.S. government',
      ],
      ...['US treasury', 'government agency', 'government office', 'government program', 'government grants'],
      ...['treasury department', 'department of justice', 'department of labor', 'department of health'],
      ...['department of treasury', 'department of revenue', 'police department', 'officer of the court'],
    ],
  ],
  [
    'health_claim',
    [
      ...[
        'It cures',
        'a cure',
        'miracle',
        'reverse diabetes',
        'reverses your cancer',
        'end arthritis',
        'ends pain',
      ],
      ...[
        'eliminate dementia',
        'eliminates your pain',
        'lose 20 pounds',
        'lose up to 100 lbs',
        'FDA approved',
      ],
      ...[
        'weight loss guaranteed',
        'FDA-approved',
        'clinically proven',
        'doctors hate',
        'doctor recommended',
      ],
      ...['no side effects', 'anti-aging', 'anti aging'],
    ],
  ],
  [
    'urgency',
    [
      ...[
        'act now',
        'act fast',
        'act immediately',
        'act today',
        'last chance',
        'final notice',
        'final warning',
      ],
      ...['final reminder', 'urgent', 'urgently', 'limited-time', 'limited time', "before it's too late"],
      ...[
        'before it is too late',
        "don't miss out",
        'don’t wait',
        "don't delay",
        'expires today',
        'expire tonight',
      ],
      ...['expires soon', 'immediate action', 'immediate response', 'immediate attention', 'call right now'],
      ...['call immediately', 'once in a lifetime'],
    ],
  ],
])('every wording of %s is found', (code, wordings) => {
  expect(wordings.filter((words) => !codesOf(`Hello. ${words}. Bye.`).includes(code))).toEqual([]);
});

test.each([
  'Our warrant officer calls.',
  'Your warranty ends in May.',
  'A price, and an enterprise.',
  'Hello {prize}, this is {IRS|Ana}.',
])('%s has no risky words', (message) => {
  expect(codesOf(message)).toEqual([]);
});

test('three wordings are quoted, each once', () => {
  const [finding] = riskyPhraseFindings('Act now. ACT NOW. Last chance. Urgent. Limited time.');
  expect(finding?.text).toBe('“ACT NOW”, “Last chance”, “Urgent” puts people under pressure.');
});
