import { formatDateTime } from '#shared/formats.ts';

/** When a campaign starts in the time of the reader, "Mon, Nov 30, 11:00 AM", with UTC as its title. */
export function StartsAt({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${formatDateTime(at)} UTC`} className="whitespace-nowrap">
      {FORMAT.format(new Date(at))}
    </time>
  );
}

const FORMAT = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
