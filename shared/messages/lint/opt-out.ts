import { numberToSay, sentenceAtEnd, type Numbers } from './call-back.ts';
import type { MessageFinding, MessageToLint } from './finding.ts';
import { spokenNumbers } from './spoken-numbers.ts';
import { sentencesOf, withoutFallbacks } from './words.ts';

const CALLS = String.raw`(?:messages?|messaging|calls|calling|voice\s?mails?|communications?|contacts?|contacting|recordings?|reminders?|notifications?|alerts?|updates?)`;
const WHICH = String.raw`(?:\s+(?:receiving|getting|hearing|all|any|these|this|those|such|our|the|more|other|future|further|additional|automated|recorded|voicemail|phone|marketing|sales|kinds?|types?|of|from|us|unwanted)){0,8}`;

/** Ways to say that somebody wants no more calls. Each gap is bounded, so that no text takes long to examine. */
const WISHES = [
  String.raw`(?<!n't\s|not\s|never\s)\b(?:stop|end|quit|cease|block|avoid|prevent|discontinue|cancel|decline)${WHICH}\s+${CALLS}\b`,
  String.raw`\bstop\s+(?:hearing|receiving)\s+from\s+us\b`,
  String.raw`(?<!n't\s|not\s|never\s)\bto\s+(?:stop|quit|end|cancel)(?:\s+(?:it|this|these|them|that))?(?=\s*(?:[.,!?;:]|$))`,
  String.raw`\bopt(?:ing|ed)?[\s-]?out\b`,
  String.raw`\bunsubscribe\b`,
  String.raw`\b(?:be|get|have)\s+(?:your\s+(?:phone\s+)?(?:number|name)\s+)?(?:removed|taken\s+off|deleted)\b`,
  String.raw`\b(?:remove|delete)\s+(?:you|me|yourself|(?:your|my|this|the)\s+(?:phone\s+)?(?:number|name|contact|information|info))\b`,
  String.raw`\btake\s+(?:you|me|(?:your|my|this)\s+(?:phone\s+)?(?:number|name))\s+off\b`,
  String.raw`\bdo[\s-]not[\s-]call\b`,
  String.raw`\bno\s+longer\s+(?:wish|want|like|care)\b`,
  String.raw`\bno\s+longer\s+(?:to\s+)?(?:be\s+(?:called|contacted)|receive|hear)\b`,
  String.raw`\bno\s+(?:more|further|future|other)\s+(?:of\s+)?(?:these\s+|our\s+|such\s+)?${CALLS}\b`,
  String.raw`(?:n't|\bnot)\s+(?:to\s+)?(?:want|wish|like|care|hear|receive|get|be|prefer)\b[^.!?]{0,40}?\b(?:hear\s+from|receive|receiving|messages?|calls|called|contacted|voicemails?)\b`,
  String.raw`(?:n't|\bnot)\s+(?:to\s+)?(?:hear\s+from|receive|be\s+(?:called|contacted))\b`,
  String.raw`\b(?:off|from)\s+(?:our|the|this)\s+(?:\w{1,20}\s+){0,3}list\b`,
  String.raw`\b(?:reply|text|say|send|write)\s+(?:us\s+)?(?:the\s+word\s+)?["'“‘]?(?:stop|quit|remove)\b`,
  String.raw`\bdej(?:ar|e)\s+de\s+recibir\b`,
  String.raw`\bno\s+(?:desea|quiere)\s+(?:recibir|m[aá]s)\b`,
  String.raw`\b(?:dar(?:se)?|darte)\s+de\s+baja\b`,
  String.raw`\b(?:cancelar|detener|parar)\s+(?:estos|estas|los|las)\s+(?:mensajes|llamadas)\b`,
];
const WISH = new RegExp(WISHES.join('|'), 'giu');

/** Ways to say how. */
const MEANS =
  /\b(?:call|calling|dial|phone|ring|press|text|reply|visit|say|tell|let\s+us\s+know|contact|email|mail|write|go\s+to|reach|send|ll[aá]me|marque|responda|oprima)\b/iu;

/** Returns the finding for a message that does not say how to receive no more of them. */
export function optOutFinding({ message }: MessageToLint, numbers: Numbers): MessageFinding[] {
  if (saysHowToOptOut(withoutFallbacks(message))) return [];
  const number = numberToSay(numbers);
  return [
    {
      code: 'opt_out_missing',
      kind: 'blocking',
      overridable: false,
      text: 'The message does not say how to stop these messages.',
      reason: 'A sales message must offer a way to opt out of further calls (47 CFR 64.1200(b)(3)).',
      ...(number !== undefined && { fix: sentenceAtEnd(message, `To stop these messages call ${number}`) }),
    },
  ];
}

/** Whether a sentence has the wish for no more calls, and it or one beside it says how. */
function saysHowToOptOut(message: string): boolean {
  const sentences = sentencesOf(message).map(({ start, end }) =>
    message.slice(start, end).replaceAll('’', "'"),
  );
  return sentences.some((sentence, index) => {
    const rest = sentence.replace(WISH, ' ');
    if (rest === sentence) return false;
    const around = [sentences[index - 1] ?? '', rest, sentences[index + 1] ?? ''].join(' ');
    return (
      MEANS.test(around) || /\b(?:reply|text|say|send)\b/i.test(sentence) || spokenNumbers(around).size > 0
    );
  });
}
