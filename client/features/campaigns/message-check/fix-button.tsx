import type { MessageFinding } from '#shared/messages/message-lint.ts';
import { Button } from '#client/ui/controls/button.tsx';

interface FixButtonProps {
  finding: MessageFinding;
  onFix: (finding: MessageFinding) => void;
}

/** The button that resolves a finding; nothing where it cannot be resolved by one edit. */
export function FixButton({ finding, onFix }: FixButtonProps) {
  if (finding.fix === undefined) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      className="h-auto min-h-8 max-w-full shrink py-1 text-left whitespace-normal"
      onClick={() => {
        onFix(finding);
      }}
    >
      {finding.fix.label}
    </Button>
  );
}
