import { Scale, SearchX } from 'lucide-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { skipToken } from '@tanstack/react-query';
import { lastDays, rangeBefore } from '#shared/day-range.ts';
import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { useUrlState } from '#client/kit/url-state.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { AnalyticsLink } from './analytics-link.tsx';
import { CompareResult, CompareSkeleton } from './compare/compare-result.tsx';
import { compareHref, compareUrl, sidesOf, type CompareUrl } from './compare/compare-url.ts';
import { CampaignSide, PeriodSide } from './compare/side-pickers.tsx';

const SIDES = ['a', 'b'] as const;
const SIDE_NAMES = { a: 'First', b: 'Second' } as const;
const MONTH_DAYS = 30;

/** /analytics/compare: two campaigns or two periods side by side; the address has both. */
export default function ComparePage() {
  const { shown } = useUrlState(compareUrl);
  const url = useMemo(() => sidesOf(shown), [shown]);
  return (
    <div className="flex flex-col gap-4">
      <AnalyticsLink />
      <PageHeader
        title="Compare"
        text="Two campaigns, or the campaigns of two periods. Days are UTC."
        className="mb-3"
        actions={<KindLinks kind={url.kind} />}
      />
      <Sides url={url} />
      <Comparison url={url} />
    </div>
  );
}

/** Switches between campaigns and periods; the periods begin with the last 30 days and the 30 before. */
function KindLinks({ kind }: Pick<CompareUrl, 'kind'>) {
  const b = lastDays(MONTH_DAYS, new Date());
  const links = [
    { of: 'campaigns', text: 'Campaigns', href: compareHref({ kind: 'campaigns', a: null, b: null }) },
    { of: 'periods', text: 'Periods', href: compareHref({ kind: 'periods', a: rangeBefore(b), b }) },
  ];
  return links.map(({ of, text, href }) => (
    <ButtonLink
      key={of}
      href={href}
      variant={of === kind ? 'primary' : 'secondary'}
      aria-current={of === kind ? 'true' : undefined}
    >
      {text}
    </ButtonLink>
  ));
}

function Sides({ url }: { url: CompareUrl }) {
  const [, navigate] = useLocation();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {SIDES.map((side) =>
        url.kind === 'campaigns' ? (
          <CampaignSide
            key={side}
            label={`${SIDE_NAMES[side]} campaign`}
            name={url[side]}
            onChange={(name) => {
              navigate(compareHref({ ...url, [side]: name }));
            }}
          />
        ) : (
          <PeriodSide
            key={side}
            label={`${SIDE_NAMES[side]} period`}
            days={url[side]}
            onChange={(days) => {
              navigate(compareHref({ ...url, [side]: days }), { replace: true });
            }}
          />
        ),
      )}
    </div>
  );
}

function Comparison({ url }: { url: CompareUrl }) {
  const { data, error, isPending, isFetching, refetch } = trpc.analytics.compare.useQuery(
    inputOf(url) ?? skipToken,
    { placeholderData: keepPreviousData },
  );
  if (inputOf(url) === undefined)
    return (
      <Card>
        <EmptyState
          icon={Scale}
          title={url.kind === 'campaigns' ? 'Choose two campaigns' : 'Choose two periods'}
          text={
            url.kind === 'campaigns'
              ? 'Their calls, delivery and credits are then shown side by side.'
              : 'The campaigns that start in each are then added up and shown side by side.'
          }
        />
      </Card>
    );
  if (errorStatus(error) === 404)
    return (
      <Card>
        <EmptyState
          icon={SearchX}
          title="Campaign not found"
          text={<span className="wrap-anywhere">{errorText(error)} Please choose another one.</span>}
        />
      </Card>
    );
  if (error !== null)
    return (
      <Card>
        <LoadError className="py-6" busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    );
  if (isPending) return <CompareSkeleton />;
  return <CompareResult url={url} sides={data} />;
}

function inputOf(url: CompareUrl) {
  if (url.kind === 'campaigns')
    return url.a === null || url.b === null ? undefined : { kind: url.kind, a: url.a, b: url.b };
  return url.a === null || url.b === null ? undefined : { kind: url.kind, a: url.a, b: url.b };
}
