import { Circle, CircleCheck } from 'lucide-react';
import type { FindingCode, MessageFinding } from '#shared/messages/message-lint.ts';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { FixButton } from './fix-button.tsx';

/** What every message must say. */
export const REQUIREMENTS: readonly { code: FindingCode; says: string; why: string }[] = [
  {
    code: 'caller_missing',
    says: 'Who is calling',
    why: 'The law asks for the name of the business at the beginning of a recorded call.',
  },
  {
    code: 'callback_missing',
    says: 'A number to call back',
    why: 'The law asks for a telephone number of the caller.',
  },
  {
    code: 'opt_out_missing',
    says: 'How to stop these messages',
    why: 'The law asks for a way to opt out of further calls.',
  },
];

interface RequirementListProps {
  findings: readonly MessageFinding[];
  onFix: (finding: MessageFinding) => void;
}

/** The requirements, met or not. All are always shown, so that nothing moves while one writes. */
export function RequirementList({ findings, onFix }: RequirementListProps) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {REQUIREMENTS.map(({ code, says, why }) => {
        const finding = findings.find((found) => found.code === code);
        const isMet = finding === undefined;
        return (
          <li
            key={code}
            className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="flex min-w-0 flex-1 basis-60 gap-3">
              <Icon
                icon={isMet ? CircleCheck : Circle}
                size={19}
                className={cx('mt-px', isMet ? 'text-delivered' : 'text-ink-3')}
              />
              <div className="min-w-0">
                <p className="font-medium">
                  {says}
                  <span className="sr-only">{isMet ? ' (said)' : ' (missing)'}</span>
                </p>
                <p className="mt-0.5 text-sm text-ink-3">{why}</p>
              </div>
            </div>
            {finding !== undefined && <FixButton finding={finding} onFix={onFix} />}
          </li>
        );
      })}
    </ul>
  );
}
