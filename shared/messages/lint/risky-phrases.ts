import type { FindingCode, Fix, MessageFinding } from './finding.ts';
import { sentencesOf, withoutNames } from './words.ts';

interface Risk {
  code: FindingCode;
  kind: MessageFinding['kind'];
  /** Completes "“act now” …". */
  says: string;
  reason: string;
  words: readonly string[];
}

/** Words by kind. A space stands for any white space. */
const RISKS: readonly Risk[] = [
  {
    code: 'debt_threat',
    kind: 'blocking',
    says: 'may be heard as a threat over a debt.',
    reason: 'Threats of arrest, seizure or a lawsuit to collect a debt are forbidden (15 U.S.C. 1692e).',
    words: [
      'arrest(?:ed)?',
      '(?:arrest )?warrants?(?! officer)',
      'lawsuits?',
      '(?:take|taking|pursue|begin|start|face) legal action',
      'legal proceedings',
      '(?:sue|sued|suing) you',
      'we will sue',
      'garnish(?:ed|ment)? (?:your|of)',
      'wage garnishment',
      'seiz(?:e|ure of) (?:your|assets)',
      'repossess(?:ed|ion)?',
      'sen[dt] (?:you )?to jail',
      'go to jail',
      'sheriff',
      'court (?:order|summons)',
      'take you to court',
      '(?:ruin|destroy) your credit',
    ],
  },
  {
    code: 'prize',
    kind: 'blocking',
    says: 'announces a prize or a gift.',
    reason:
      'Calls about prizes need their odds, conditions and that no purchase is needed (16 CFR 310.4(d)).',
    words: [
      "you(?:'ve| have)? won",
      "you(?: are|'re) (?:a|the|our) (?:lucky )?winner",
      '(?:claim|collect) your (?:prize|reward|gift|winnings)',
      '(?:cash|grand|free) prizes?',
      'prizes?',
      'free (?:gifts?|cruises?|vacations?|trips?|money|iphones?|tvs?|gift cards?)',
      'sweepstakes?',
      'lottery',
      'jackpot',
      '(?:have been|were|you are) (?:specially )?selected to (?:receive|win)',
    ],
  },
  {
    code: 'guaranteed_return',
    kind: 'blocking',
    says: 'promises money or approval for certain.',
    reason:
      'Promises of earnings, returns or credit that cannot be kept for everybody are deceptive (16 CFR 310.3).',
    words: [
      'guaranteed (?:returns?|income|profits?|earnings|approval|loans?|investments?|results?)',
      '(?:returns?|income|profits?|earnings|approval) (?:is|are) guaranteed',
      'risk[ -]free (?:investments?|returns?|profits?|income|money)',
      'no[ -]risk investments?',
      '(?:double|triple) your (?:money|income|investment)',
      'get rich',
      '(?:easy|fast|quick) (?:cash|money)',
      'make money (?:fast|now|from home|online)',
      'instant approval',
      'everyone is approved',
    ],
  },
  {
    code: 'government',
    kind: 'blocking',
    says: 'may sound as if a public authority were calling.',
    reason: 'It is forbidden to give the impression of calling for a government body (16 CFR 461).',
    words: [
      'IRS',
      'I\\.R\\.S\\.',
      'internal revenue service',
      'social security (?:administration|office|department)',
      'FBI',
      'homeland security',
      'customs and border',
      'immigration (?:office|department|services)',
      'medicare (?:office|department|administration)',
      '(?:federal|state|u\\.?s\\.?) (?:government|treasury)',
      'government (?:agency|office|program|grants?)',
      'treasury department',
      'department of (?:justice|labor|treasury|health|revenue)',
      'police department',
      'officer of the court',
    ],
  },
  {
    code: 'health_claim',
    kind: 'blocking',
    says: 'is a claim about health.',
    reason: 'Claims about health need scientific proof, or they are deceptive (15 U.S.C. 45 and 52).',
    words: [
      'cures?',
      'miracle',
      '(?:reverse|reverses|end|ends|eliminate|eliminates) (?:your )?(?:diabetes|cancer|arthritis|dementia|pain)',
      'lose (?:up to )?\\d{1,3} (?:pounds|lbs)',
      'weight loss guaranteed',
      'fda[ -]approved',
      'clinically proven',
      'doctors? (?:hate|recommended)',
      'no side effects',
      'anti[ -]aging',
    ],
  },
  {
    code: 'urgency',
    kind: 'advice',
    says: 'puts people under pressure.',
    reason: 'Messages that press people to act are reported as spam more often.',
    words: [
      'act (?:now|fast|immediately|today)',
      'last chance',
      'final (?:notice|warning|reminder)',
      'urgent(?:ly)?',
      'limited[ -]time',
      "before it(?:'s| is) too late",
      "don't (?:miss out|wait|delay)",
      'expires? (?:today|tonight|soon)',
      'immediate (?:action|response|attention)',
      'call (?:right now|immediately)',
      'once in a lifetime',
    ],
  },
];

const PATTERNS = RISKS.map((risk) => ({
  ...risk,
  pattern: new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${risk.words.join('|').replaceAll(' ', String.raw`\s+`)})(?![\p{L}\p{N}])`,
    'giu',
  ),
}));
const MAX_QUOTED = 3;

/** Returns a finding for each kind of risky words that a message contains. */
export function riskyPhraseFindings(message: string): MessageFinding[] {
  return PATTERNS.flatMap(({ code, kind, says, reason, pattern }) => {
    const found = [...plainOf(message).matchAll(pattern)].map(([words]) => words.replace(/\s+/g, ' '));
    if (found.length === 0) return [];
    const fix = withoutSentences(message, pattern, found[0] ?? '');
    const text = `“${quoted(found)}” ${says}`;
    return [{ code, kind, overridable: true, text, reason, ...(fix !== undefined && { fix }) }];
  });
}

/** Returns a message as its words are searched, at the same positions. */
function plainOf(message: string): string {
  return withoutNames(message).replaceAll('’', "'");
}

function quoted(found: readonly string[]): string {
  const unique = new Map(found.map((words) => [words.toLowerCase(), words]));
  return [...unique.values()].slice(0, MAX_QUOTED).join('”, “');
}

/** Returns the edit that removes the sentences with a match; none if nothing would be left. */
function withoutSentences(message: string, pattern: RegExp, first: string): Fix | undefined {
  const matches = [...plainOf(message).matchAll(pattern)].map(({ index, 0: words }) => ({
    start: index,
    end: index + words.length,
  }));
  let next = 0;
  const kept = sentencesOf(message).filter(({ start, end }) => {
    while ((matches[next]?.end ?? Infinity) <= start) next += 1;
    return (matches[next]?.start ?? Infinity) >= end;
  });
  const text = kept
    .map(({ start, end }) => message.slice(start, end))
    .join('')
    .trim();
  // Sentences that come together may form new words.
  if (text === '' || plainOf(text).search(pattern) !== -1) return undefined;
  const removed = sentencesOf(message).length - kept.length;
  return {
    label: `Remove ${removed === 1 ? `the sentence with “${first}”` : `${String(removed)} sentences`}`,
    start: 0,
    end: message.length,
    text,
  };
}
