import { formatCount } from '#shared/formats.ts';
import { placeholderProblem } from '#shared/messages/message-template.ts';
import { checkMessage, ownNamesOf } from '#client/features/campaigns/wizard/wizard-guards.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

/** Why the message cannot be spoken to the list: placeholders without a column, or people for whom it is empty or too long. */
export function MessageProblem({ state }: { state: WizardState }) {
  const problem = placeholderProblem(state.form.message, ownNamesOf(state.upload));
  const check = checkMessage(state);
  return (
    <p role="alert" className="text-sm text-failed">
      {problem ?? (check.kind === 'invalid' ? invalidText(check.errors.lines.length) : '')}
    </p>
  );
}

function invalidText(people: number): string {
  return `${formatCount(people, 'person', 'people')} cannot receive this message: for them it is empty or too long.`;
}
