/** About 25 seconds at an unhurried pace, with the numbers, questions and names of a voicemail. */
const SCRIPT =
  'Hi, it’s me. I’m calling about your appointment on Thursday, at half past three. Did you get the papers we ' +
  'sent you? If not, that’s no problem at all: just call me back at two, zero, two, five, five, five, zero, one, ' +
  'four, eight. It only takes a few minutes, and I’m happy to help. Thank you so much, and have a wonderful ' +
  'weekend!';

/** A text to read aloud while recording. */
export function ReadingScript() {
  return (
    <figure className="mt-3 rounded-control bg-sunken px-4 py-3">
      <figcaption className="text-sm text-ink-3">Read this aloud, or say something of your own.</figcaption>
      <blockquote className="mt-1.5 text-md leading-6.5">{SCRIPT}</blockquote>
    </figure>
  );
}
