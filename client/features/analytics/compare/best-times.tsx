import type { Compared } from '#shared/schemas/analytics-compare.ts';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { bestTimeText, bestWeekdayText } from '../insights/best-time-text.ts';

interface BestTimesProps {
  names: readonly [string, string];
  sides: readonly [Compared, Compared];
}

/** The hour and the weekday at which most calls of each side were delivered. */
export function BestTimes({ names, sides }: BestTimesProps) {
  const isPeriods = sides[0].campaign === null;
  return (
    <Card aria-label="Best Time to Call">
      <CardHeader>
        <CardTitle>Best Time to Call</CardTitle>
      </CardHeader>
      <CardBody className="p-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <BestTime name={names[0]} hours={sides[0].hours} />
          <BestTime name={names[1]} hours={sides[1].hours} />
        </div>
        <p className="mt-4 text-sm text-ink-3">
          In the time of the people called{isPeriods && '; of all calls made in these days'}.
        </p>
      </CardBody>
    </Card>
  );
}

function BestTime({ name, hours }: { name: string } & Pick<Compared, 'hours'>) {
  return (
    <div className="min-w-0 text-sm">
      <h3 className="text-ink-3 wrap-anywhere">{name}</h3>
      {hours === null ? (
        <p className="mt-2">Hours are compared for periods of up to a year.</p>
      ) : (
        <>
          <p className="mt-2 font-medium">
            {hours.length === 0 ? 'No calls were counted by hour.' : bestTimeText(hours)}
          </p>
          <p>{bestWeekdayText(hours)}</p>
        </>
      )}
    </div>
  );
}
