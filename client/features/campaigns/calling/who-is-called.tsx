import { X } from 'lucide-react';
import { formatCount, formatNumber } from '#shared/formats.ts';
import type { CheckListOutput } from '#shared/schemas/campaigns/check-list.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { LoadError } from '#client/ui/display/states.tsx';
import { LeftOut } from './left-out.tsx';
import type { ListCheck } from './use-list-check.ts';

/** Whom the campaign calls and whom it leaves out. */
export function WhoIsCalled({ check }: { check: ListCheck }) {
  const { result, checking, failed } = check;
  return (
    <Card aria-label="Who is called" aria-busy={checking || undefined}>
      <CardHeader>
        <CardTitle>Who is called</CardTitle>
        {result !== undefined && <span>{countText(result)}</span>}
      </CardHeader>
      <CardBody className="flex flex-col gap-4 pt-3 pb-5 px-5">
        {checking && <Checking check={check} />}
        {failed && <LoadError text="The list could not be checked." onRetry={check.check} />}
        {!checking && !failed && result === undefined && <NotChecked onCheck={check.check} />}
        {result?.contacts === 0 && (
          <Notice tone="failed" title="Nobody on this list can be called">
            Choose other calling hours, or upload another list.
          </Notice>
        )}
        {result !== undefined && <LeftOut result={result} />}
      </CardBody>
    </Card>
  );
}

function countText({ contacts, left_out_total: leftOut }: CheckListOutput): string {
  if (leftOut === 0) return formatCount(contacts, 'contact');
  return `${formatNumber(contacts)} of ${formatCount(contacts + leftOut, 'contact')}`;
}

function Checking({ check: { share, cancel } }: { check: ListCheck }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="text-sm text-ink-2">
        Checking your list against the do-not-call list and the calling rules
      </p>
      <Button variant="ghost" size="sm" icon={X} className="-mr-3" onClick={cancel}>
        Cancel
      </Button>
      <Progress
        label="Checking your list"
        value={share < 1 ? share : undefined}
        max={1}
        className="basis-full"
      />
    </div>
  );
}

function NotChecked({ onCheck }: { onCheck: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-ink-2">The list was not checked. It is when you publish the campaign.</p>
      <Button variant="secondary" size="sm" onClick={onCheck}>
        Check the list
      </Button>
    </div>
  );
}
