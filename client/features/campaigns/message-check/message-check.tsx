import { useRef } from 'react';
import { lintMessage, type Fix, type MessageFinding } from '#shared/messages/message-lint.ts';
import { verdictText, type MessageRules, type MessageVerdict } from '#shared/messages/message-verdict.ts';
import { signatureFix } from '#shared/messages/signature.ts';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import type { StepProps } from '#client/features/campaigns/wizard/wizard-state.ts';
import { paths } from '#client/app/routing/paths.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { FindingList } from './finding-list.tsx';
import { RequirementList, REQUIREMENTS } from './requirement-list.tsx';
import { Signature } from './signature.tsx';
import { SenderFields } from './sender-fields.tsx';

/** What becomes of a message in which something is unresolved. */
const RULES_TEXT: Record<MessageRules, string> = {
  enforced: 'You can continue now. Resolve this before you publish the campaign.',
  advised: 'You can publish anyway: the carrier of this system is a simulation that calls nobody.',
};

interface MessageCheckProps extends StepProps {
  verdict: MessageVerdict;
  /** Applies an edit to the message. */
  onFix: (fix: Fix) => void;
}

/** What the calling rules ask of the message, checked as it is written. */
export function MessageCheck({ state, verdict, dispatch, onFix }: MessageCheckProps) {
  const card = useRef<HTMLElement>(null);
  const { form, sender } = state;
  if (sender === null) return null;
  const { findings, problems } = verdict;
  const fix = ({ code }: MessageFinding) => {
    apply(lintMessage({ message: form.message, ...sender }).find((found) => found.code === code)?.fix);
  };
  const apply = (current: Fix | undefined) => {
    if (current === undefined || !isFitting(form.message, current))
      toast.error('The message would become too long.');
    else onFix(current);
  };
  return (
    <Card ref={card} tabIndex={-1} aria-label="Message check" className="mt-6 outline-none">
      <CardHeader>
        <CardTitle>Message check</CardTitle>
        <p role="status">{verdictText(verdict)}</p>
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        <SenderFields sender={sender} onFocusLost={() => card.current?.focus()} />
        <RequirementList findings={findings} onFix={fix} />
        <Signature
          message={verdict.message}
          sender={sender}
          onAdd={() => {
            apply(signatureFix({ message: form.message, ...sender }, sender.signature));
          }}
        />
        <FindingList
          findings={findings.filter(({ code }) => !REQUIREMENTS.some((required) => required.code === code))}
          overrides={form.messageOverrides}
          onFix={fix}
          onOverride={(code, isOverridden) => {
            const others = form.messageOverrides.filter((other) => other !== code);
            dispatch({
              type: 'edited',
              change: { messageOverrides: isOverridden ? [...others, code] : others },
            });
          }}
        />
        {problems.length > 0 && (
          <p className="text-sm">
            {RULES_TEXT[problems.some(({ refuses }) => refuses) ? 'enforced' : 'advised']}
          </p>
        )}
        <p className="text-sm text-ink-3">
          The business name and the number come from{' '}
          <TextLink href={paths.profileBusiness}>your profile</TextLink>; your draft is kept. Hark applies
          these rules; this is no legal advice.
        </p>
      </CardBody>
    </Card>
  );
}

function isFitting(message: string, { start, end, text }: Fix): boolean {
  return message.length - (end - start) + text.length <= MAX_MESSAGE_LENGTH;
}
