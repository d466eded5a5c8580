import { formatDateTime } from '#shared/formats.ts';
import { momentText } from './moment-text.ts';

/** A moment in the time zone of the reader, with UTC as its title. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${formatDateTime(at)} UTC`} className="inline-block">
      {momentText(at)}
    </time>
  );
}
