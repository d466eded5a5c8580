import { dayAndTime, zoneName } from '#shared/calling/zone-names.ts';
import type { CallEvidence } from '#shared/schemas/campaigns/campaign-contacts.ts';

/** When a person was called, in their own time, and whether that was outside the calling hours. */
export function CalledAt({ call }: { call: CallEvidence | null }) {
  if (call === null) return '-';
  const { at, outside_hours: outside } = call;
  const zone = call.zone ?? 'UTC';
  return (
    <span className="inline-flex flex-col as-cards:items-end">
      <time dateTime={at} className="whitespace-nowrap" data-local-time>
        {dayAndTime(new Date(at), zone)}
      </time>
      <span className="text-sm whitespace-nowrap text-ink-3">
        {zoneName(zone)}
        {outside && (
          <span className="text-waiting" data-outside-hours>
            {' · '}outside hours
          </span>
        )}
      </span>
    </span>
  );
}
