import { formatDateTime } from '#shared/formats.ts';
import { dayAndTime } from '#shared/calling/zone-names.ts';

/** When a campaign starts in the time of the reader, "Mon, Nov 30, 11:00 AM", with UTC as its title. */
export function StartsAt({ at }: { at: string }) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <time dateTime={at} title={`${formatDateTime(at)} UTC`} className="whitespace-nowrap">
      {dayAndTime(new Date(at), timeZone)}
    </time>
  );
}
