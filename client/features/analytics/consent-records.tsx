import { BASIS_NAMES } from '#shared/calling/consent-basis.ts';
import { formatCount } from '#shared/formats.ts';
import type { ConsentRecordView } from '#shared/schemas/campaigns/consent.ts';
import { Moment } from '#client/ui/display/moment.tsx';

/** The consent of each list of a campaign: its basis and source, and who gave it when. */
export function ConsentRecords({ consents }: { consents: readonly ConsentRecordView[] }) {
  if (consents.length === 0)
    return <p className="text-sm text-ink-2">No consent was recorded with the lists of this campaign.</p>;
  return (
    <ul className="flex flex-col gap-3">
      {consents.map((consent) => (
        <li key={consent.id} className="min-w-0 wrap-anywhere">
          <p>
            <span className="font-medium">{consent.own_words ?? BASIS_NAMES[consent.basis]}</span>
            {` · ${consent.source} · obtained ${consent.obtained_at}`}
          </p>
          <p className="text-sm text-ink-3">
            {givenText(consent)}, on <Moment at={consent.given_at} /> from {consent.network}
          </p>
        </li>
      ))}
    </ul>
  );
}

function givenText({ contacts, by_default, via_api_key, user_id }: ConsentRecordView) {
  const how = [by_default ? 'as the default of the account' : '', via_api_key ? 'with an API key' : ''];
  const by = ['given by user', user_id, ...how.filter((part) => part !== '')].join(' ');
  return `For ${formatCount(contacts, 'contact')}, ${by}`;
}
