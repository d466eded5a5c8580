import { formatCount } from '#shared/formats.ts';
import type { FindingCode, MessageFinding, MessageToLint } from './lint/finding.ts';
import { lintMessage } from './message-lint.ts';
import { placeholderProblem, type OwnNames } from './message-template.ts';

/** What blocking findings do: with a live carrier a campaign is refused, with the local one they are warnings. */
export const MESSAGE_RULES = ['enforced', 'advised'] as const;
export type MessageRules = (typeof MESSAGE_RULES)[number];

/** A message with all by which it is judged. */
export interface MessageToJudge {
  message: string;
  /** The own columns of the list. */
  own: OwnNames;
  /** For how many people on the list it is empty or too long; null while they are counted. */
  unreached: number | null;
  /** Who sends it, and how the findings about it are judged; null until that is known. */
  sender: (Omit<MessageToLint, 'message' | 'seconds'> & { rules: MessageRules }) | null;
  /** Codes of findings that the user overrides. */
  overrides: readonly string[];
  /** The length of a recording of it, if there is one. */
  seconds?: number | undefined;
}

/** Something to resolve. `refuses`: no campaign is made with it. */
export interface MessageProblem {
  code: 'unknown_placeholder' | 'unreached' | FindingCode;
  text: string;
  refuses: boolean;
}

/** What is to be said of a message. Only one without problems is `ready`. */
export interface MessageVerdict {
  /** The text that was judged. */
  message: string;
  kind: 'empty' | 'checking' | 'ready' | 'problems';
  /** The weightiest first: what cannot be spoken, then what the calling rules ask for. */
  problems: readonly MessageProblem[];
  /** All that the calling rules find, also what is advice or overridden. */
  findings: readonly MessageFinding[];
}

/** Judges a message. Every screen shows this verdict, and the server refuses a campaign by it. */
export function messageVerdict(input: MessageToJudge): MessageVerdict {
  const { message, sender, seconds, overrides, unreached } = input;
  const findings =
    sender === null ? [] : lintMessage({ ...sender, message, ...(seconds !== undefined && { seconds }) });
  const problems = [
    ...speechProblems(input),
    ...unresolved(findings, overrides).map(({ code, text }) => ({
      code,
      text,
      refuses: sender?.rules === 'enforced',
    })),
  ];
  const isKnown = sender !== null && unreached !== null;
  return { message, kind: kindOf(message, problems, isKnown), problems, findings };
}

/** Says a verdict in a few words. */
export function verdictText({ kind, problems }: MessageVerdict): string {
  switch (kind) {
    case 'empty':
      return 'Checked as you write';
    case 'checking':
      return 'Being checked…';
    case 'ready':
      return 'Ready to send';
    case 'problems': {
      const refused = problems.filter(({ refuses }) => refuses).length;
      const warnings = problems.length - refused;
      return [
        ...(refused > 0 ? [`${formatCount(refused, 'thing')} to resolve`] : []),
        ...(warnings > 0 ? [formatCount(warnings, 'warning')] : []),
      ].join(', ');
    }
  }
}

/** Returns why no campaign is made with a message, the weightiest reason first. */
export function refusalsOf({ problems }: MessageVerdict): MessageProblem[] {
  return problems.filter(({ refuses }) => refuses);
}

/** Why the message cannot be spoken to the list: placeholders without a column, or people for whom it says nothing. */
function speechProblems({ message, own, unreached }: MessageToJudge): MessageProblem[] {
  const text = placeholderProblem(message, own);
  if (text !== null) return [{ code: 'unknown_placeholder', text, refuses: true }];
  if (unreached === null || unreached === 0) return [];
  const people = formatCount(unreached, 'person', 'people');
  return [
    {
      code: 'unreached',
      text: `${people} cannot receive this message: for them it is empty or too long.`,
      refuses: true,
    },
  ];
}

/** Returns the blocking findings that are not overridden, or cannot be. */
function unresolved(findings: readonly MessageFinding[], overrides: readonly string[]): MessageFinding[] {
  return findings.filter(
    ({ code, kind, overridable }) => kind === 'blocking' && !(overridable && overrides.includes(code)),
  );
}

function kindOf(
  message: string,
  { length }: readonly MessageProblem[],
  isKnown: boolean,
): MessageVerdict['kind'] {
  if (message.trim() === '') return 'empty';
  if (length > 0) return 'problems';
  return isKnown ? 'ready' : 'checking';
}
