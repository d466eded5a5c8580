import { useState } from 'react';
import { CALL_REASON_KEYS, callReasonText, callRetry, type CallReasonKey } from '#shared/call-reasons.ts';
import { formatCount, formatNumber } from '#shared/formats.ts';
import type { RetryQuote } from '#shared/schemas/campaigns/retry.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { useRefreshCampaigns } from '#client/app/live/use-campaigns.ts';
import { mapLoaded, CAMPAIGN_LIST } from '#client/app/live/loaded-campaigns.ts';
import { paths } from '#client/app/routing/paths.ts';
import { useCreditSale } from '#client/domain/payment/use-credit-sale.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { leftOutText, retryTitle } from './retry-text.ts';

interface RetryDialogProps {
  /** The id or the name. */
  campaign: string;
  name: string;
  /** Only the calls that failed for these; all that can be made again where unset. */
  reasons?: CallReasonKey[] | undefined;
  /** Only the call of the contact with this number. */
  contact?: number | undefined;
  onClose: () => void;
  onRetried?: (() => void) | undefined;
}

/** All reasons of calls that can be made again, those that a retry has to name among them. */
const ALL_REASONS = CALL_REASON_KEYS.filter((key) => callRetry(key) !== 'never');

/** How often the price is asked for again while credits are short: bought ones may be added after a while. */
const SHORT_MS = 5_000;

/** Asks before failed calls are made again, and sells the credits that they need in its place. */
export default function RetryDialog(props: RetryDialogProps) {
  const [isForAll, setForAll] = useState(false);
  const sale = useCreditSale();
  if (sale.paying || sale.dialog !== null) return sale.dialog;
  return <RetryQuestion {...props} isForAll={isForAll} onForAll={setForAll} onBuy={sale.begin} />;
}

interface RetryQuestionProps extends RetryDialogProps {
  /** Whether calls whose reasons a retry has to name are made again too. */
  isForAll: boolean;
  onForAll: (isForAll: boolean) => void;
  /** Sells so many credits. */
  onBuy: (missing: number) => void;
}

/** Says exactly how many calls are made again, and what they cost. */
function RetryQuestion({
  campaign: id,
  name,
  reasons,
  contact,
  isForAll,
  onForAll,
  onBuy,
  onClose,
  onRetried,
}: RetryQuestionProps) {
  const selection = {
    id,
    reasons: isForAll ? ALL_REASONS : reasons,
    contacts: contact === undefined ? undefined : [contact],
  };
  const utils = trpc.useUtils();
  const refresh = useRefreshCampaigns();
  const { mutate, isPending, isSuccess } = trpc.campaigns.retry.useMutation({
    onSuccess: ({ status }) => {
      // Until the refetch, the list would still contain the previous result.
      utils.campaigns.list.setInfiniteData(
        CAMPAIGN_LIST,
        (old) =>
          old &&
          mapLoaded(old, (rows) =>
            rows.map((row) =>
              row.id === id || row.name === id ? { ...row, status, completed: false } : row,
            ),
          ),
      );
      onRetried?.();
      onClose();
      return refresh();
    },
    onError: (error) => {
      toast.error(errorText(error, 'An unexpected error occurred'));
    },
  });
  const quote = trpc.campaigns.retryQuote.useQuery(selection, {
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isShort(data) ? SHORT_MS : false),
    // Not while the retry is sent and the dialog closes; once it was refused, anew.
    enabled: !isPending && !isSuccess,
  });
  const price = quote.data;
  const problem = price && problemOf(price);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={isPending}
      title={price === undefined ? 'Retry failed calls' : retryTitle(price)}
      description={name}
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={isPending}
            disabled={price === undefined || problem !== undefined || quote.isFetching}
            onClick={() => {
              if (price === undefined) return;
              const { calls, cost, run } = price;
              mutate({ ...selection, expected: { calls, cost, run } });
            }}
          >
            Retry
          </Button>
        </>
      }
    >
      {quote.isError && (
        <LoadError
          text={errorText(quote.error, 'The price could not be loaded.')}
          busy={quote.isFetching}
          onRetry={() => void quote.refetch()}
        />
      )}
      {quote.isPending && <Skeleton className="h-10 w-full" />}
      {price !== undefined && (
        <div className="flex flex-col gap-2 text-ink-2">
          {reasons !== undefined && contact === undefined && (
            <p>Only calls that failed with: {reasons.map(callReasonText).join(', ')}.</p>
          )}
          {problem === undefined ? (
            <p>
              The credits are put on hold and charged for delivered calls only. Your balance is{' '}
              {formatNumber(price.balance)}.
            </p>
          ) : (
            <p role="status" className="text-ink">
              {problem}
              {isShort(price) && (
                <>
                  {' '}
                  <TextLink href={paths.billing}>Go to Subscription</TextLink>
                </>
              )}
            </p>
          )}
          {isShort(price) && (
            <Button
              size="sm"
              variant="secondary"
              className="self-start"
              onClick={() => {
                onBuy(price.cost - price.balance);
              }}
            >
              Buy Credits
            </Button>
          )}
          {leftOutText(price) !== '' && <p>{leftOutText(price)}</p>}
        </div>
      )}
      {(isForAll || (price !== undefined && price.advised_against > 0)) && (
        <label className="mt-3 flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0 accent-accent"
            checked={isForAll}
            disabled={isPending}
            onChange={({ target }) => {
              onForAll(target.checked);
            }}
          />
          <span>
            Also call mailboxes that were full or not set up
            <span className="block text-sm text-ink-3">The carrier advises against another call.</span>
          </span>
        </label>
      )}
    </Dialog>
  );
}

function isShort({ cost, balance }: RetryQuote): boolean {
  return cost > balance;
}

function problemOf(price: RetryQuote): string | undefined {
  const { calls, balance } = price;
  if (calls === 0) return 'None of these calls can be made again now.';
  if (isShort(price)) return `Your balance of ${formatCount(balance, 'credit')} does not suffice.`;
  return undefined;
}
