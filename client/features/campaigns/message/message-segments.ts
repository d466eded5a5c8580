import { findPlaceholders, isPlaceholder } from '#shared/messages/message-template.ts';

/** A segment of a message: plain text, a placeholder, or an unknown placeholder. */
export interface MessageSegment {
  kind: 'text' | 'placeholder' | 'unknown';
  text: string;
}

/** Splits a message into segments. Joined again, they equal the message. */
export function messageSegments(message: string): MessageSegment[] {
  const segments: MessageSegment[] = [];
  let rest = 0;
  for (const { name, start, end } of findPlaceholders(message)) {
    if (start > rest) segments.push({ kind: 'text', text: message.slice(rest, start) });
    segments.push({ kind: isPlaceholder(name) ? 'placeholder' : 'unknown', text: message.slice(start, end) });
    rest = end;
  }
  if (rest < message.length) segments.push({ kind: 'text', text: message.slice(rest) });
  return segments;
}
