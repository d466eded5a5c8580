import { CircleAlert, Info } from 'lucide-react';
import type { MessageFinding } from '#shared/messages/message-lint.ts';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { FixButton } from './fix-button.tsx';

interface FindingListProps {
  findings: readonly MessageFinding[];
  overrides: readonly string[];
  onFix: (finding: MessageFinding) => void;
  onOverride: (code: string, isOverridden: boolean) => void;
}

/** Findings that the user resolves or, where the law leaves it open, overrides. */
export function FindingList({ findings, overrides, onFix, onOverride }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label="Findings" className="flex flex-col gap-3">
      {findings.map((finding) => {
        const { code, kind, text, reason } = finding;
        const isBlocking = kind === 'blocking';
        return (
          <li
            key={code}
            className={cx(
              'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control px-4 py-3',
              isBlocking ? 'bg-waiting-soft' : 'bg-sunken',
            )}
          >
            <div className="flex min-w-0 flex-1 basis-60 gap-3">
              <Icon
                icon={isBlocking ? CircleAlert : Info}
                size={19}
                className={cx('mt-px', isBlocking ? 'text-waiting' : 'text-ink-3')}
              />
              <div className="min-w-0">
                <p className="wrap-break-word">{text}</p>
                <p className="mt-0.5 text-sm text-ink-2">{reason}</p>
                {isBlocking && (
                  <label className="mt-2 flex cursor-pointer items-start gap-2 text-sm pointer-coarse:min-h-11 pointer-coarse:items-center">
                    <input
                      type="checkbox"
                      className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:mt-0"
                      checked={overrides.includes(code)}
                      onChange={(event) => {
                        onOverride(code, event.target.checked);
                      }}
                    />
                    Keep it: I have checked that this is allowed. This is recorded with the campaign.
                  </label>
                )}
              </div>
            </div>
            <FixButton finding={finding} onFix={onFix} />
          </li>
        );
      })}
    </ul>
  );
}
