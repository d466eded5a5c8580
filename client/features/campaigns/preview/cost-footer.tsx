import type { z } from 'zod';
import { formatCount, formatNumber } from '#shared/formats.ts';
import type { quoteOutput } from '#shared/schemas/campaigns/quote.ts';
import type { ReplacedCampaign } from '#client/features/campaigns/wizard/wizard-form.ts';
import { paths } from '#client/app/routing/paths.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { BuyCredits } from '#client/domain/payment/buy-credits.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { cx } from '#client/ui/cx.ts';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';

/** How often a quote is asked for again while credits are short: bought ones may be added after a while. */
const SHORT_MS = 5_000;

/** Returns the quote for a number of calls; it is disabled while that is unknown. */
export function useQuote(contacts: number | null) {
  return trpc.campaigns.quote.useQuery(
    { calls: contacts ?? 0 },
    {
      enabled: contacts !== null,
      staleTime: 0,
      refetchInterval: ({ state }) => ((state.data?.balanceAfter ?? 0) < 0 ? SHORT_MS : false),
    },
  );
}

/** Returns how many calls credits are needed for: of a replacement, those that the campaign does not hold yet. */
export function callsToHold(contacts: number | null, paid: PaidCalls | null): number | null {
  return contacts === null ? null : Math.max(0, contacts - (paid?.contacts ?? 0));
}

/** Calls whose credits are on hold already: those of the replaced campaign. */
type PaidCalls = Pick<ReplacedCampaign, 'contacts'>;

interface CostFooterProps {
  /** Null while the file is read. */
  contacts: number | null;
  paid?: PaidCalls | null;
  /** How often it retries its failed calls. */
  retries?: number;
  /** How many are called at most; null: all. */
  maxCalls?: number | null;
  /** Calls the first so many alone, or all again. */
  onMaxCalls?: (maxCalls: number | null) => void;
}

/** The quoted cost of the campaign; the difference where a part is paid for. */
export function CostFooter({
  contacts,
  paid = null,
  retries = 0,
  maxCalls = null,
  onMaxCalls,
}: CostFooterProps) {
  const again = (contacts ?? 0) * retries;
  if (paid === null)
    return (
      <>
        {maxCalls !== null && onMaxCalls !== undefined && (
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-5 py-3 text-ink-2">
            Only the first {formatNumber(maxCalls)} are called.
            <Button
              variant="ghost"
              size="sm"
              className="-mr-3"
              onClick={() => {
                onMaxCalls(null);
              }}
            >
              Send to All
            </Button>
          </p>
        )}
        <CostSection calls={contacts} again={again} onMaxCalls={onMaxCalls} />
      </>
    );
  const more = contacts === null ? null : contacts - paid.contacts;
  return (
    <>
      {more !== null && (
        <p className="border-t border-line px-5 py-4 text-ink-2">{differenceText(paid.contacts, more)}</p>
      )}
      {(more === null || more > 0) && <CostSection calls={more} again={again} />}
    </>
  );
}

function differenceText(held: number, more: number): string {
  const before = `The credits of ${formatCount(held, 'call')} are on hold already.`;
  if (more === 0) return `${before} No more credits are needed.`;
  return more > 0
    ? `${before} Credits are put on hold for ${formatCount(more, 'more call', 'more calls')}:`
    : `${before} Those of ${formatCount(-more, 'call')} are released.`;
}

/** `again`: the most calls that automatic retries make. */
function CostSection({
  calls: contacts,
  again,
  onMaxCalls,
}: {
  calls: number | null;
  again: number;
  onMaxCalls?: CostFooterProps['onMaxCalls'];
}) {
  const quote = useQuote(contacts);
  return (
    <section aria-label="Cost" className="border-t border-line bg-sunken px-5 py-4 first:border-t-0">
      {quote.data !== undefined && <Cost quote={quote.data} again={again} onMaxCalls={onMaxCalls} />}
      {quote.isError && (
        <LoadError
          text={errorText(quote.error, 'The cost could not be loaded.')}
          busy={quote.isFetching}
          onRetry={() => void quote.refetch()}
        />
      )}
      {quote.isPending && (
        <SkeletonGroup className="flex flex-col gap-2">
          <Skeleton />
          <Skeleton />
          <Skeleton className="mt-3 h-5" />
        </SkeletonGroup>
      )}
    </section>
  );
}

interface CostProps {
  quote: z.infer<typeof quoteOutput>;
  again: number;
  onMaxCalls: CostFooterProps['onMaxCalls'];
}

function Cost({ quote, again, onMaxCalls }: CostProps) {
  const { allowanceCalls, extraCalls, cost, balance, balanceAfter, affordable } = quote;
  return (
    <>
      <dl className="flex flex-col gap-1 text-ink-2">
        <Line
          term={`${calls(allowanceCalls)}, in your allowance`}
          value={`× ${formatNumber(quote.creditsPerCall)}`}
        />
        <Line
          term={`${formatNumber(extraCalls)} extra ${extraCalls === 1 ? 'call' : 'calls'}`}
          value={`× ${formatNumber(quote.creditsPerExtraCall)}`}
        />
        <Line
          term="On hold until it is sent"
          value={formatCount(cost, 'credit')}
          className="mt-2 border-t border-line-strong pt-2.5 font-semibold text-ink"
        />
        {balanceAfter >= 0 && <Line term="Remaining" value={formatNumber(balanceAfter)} />}
      </dl>
      {again > 0 && (
        <p className="mt-3 text-sm text-ink-2">
          Automatic retries hold their credits when they start: at most{' '}
          {formatNumber(again * Math.max(quote.creditsPerCall, quote.creditsPerExtraCall))} in all, if every
          call fails.
        </p>
      )}
      {quote.renewalPending && (
        <p className="mt-3 text-sm text-ink-2">
          Your plan is renewing. Until its payment is confirmed, usually within an hour, calls are priced in
          the billing period that just ended. Publish after that to use your new allowance.
        </p>
      )}
      {balanceAfter < 0 && (
        <>
          <p
            role="alert"
            className="mt-3 mb-3 rounded-control bg-failed-soft px-3 py-2.5 text-sm text-failed"
          >
            Not enough credits: {formatNumber(cost)} needed, {formatNumber(balance)} available,{' '}
            {formatNumber(-balanceAfter)} short.{' '}
            <TextLink
              href={paths.billing}
              className="text-failed decoration-current hover:text-failed-strong"
            >
              Go to Subscription
            </TextLink>
          </p>
          <div className="flex flex-wrap gap-2.5">
            <BuyCredits missing={-balanceAfter} size="sm" variant="secondary" />
            {affordable > 0 && onMaxCalls !== undefined && (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  onMaxCalls(affordable);
                }}
              >
                Send to the first {formatNumber(affordable)}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}

function Line({ term, value, className }: { term: string; value: string; className?: string }) {
  return (
    <div className={cx('flex justify-between gap-4', className)}>
      <dt>{term}</dt>
      <dd className="whitespace-nowrap">{value}</dd>
    </div>
  );
}

function calls(count: number): string {
  return formatCount(count, 'call');
}
