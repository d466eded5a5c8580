import type { MessageVerdict } from '#shared/messages/message-verdict.ts';

/** Why the message cannot be spoken to the list; what the calling rules ask for is in the message check. */
export function MessageProblem({ verdict: { problems } }: { verdict: MessageVerdict }) {
  const problem = problems.find(({ code }) => code === 'unknown_placeholder' || code === 'unreached');
  return (
    <p role="alert" className="text-sm text-failed">
      {problem?.text}
    </p>
  );
}
