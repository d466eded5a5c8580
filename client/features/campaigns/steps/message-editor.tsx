import { useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react';
import { placeholderBefore } from '#shared/messages/message-template.ts';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { cx } from '#client/ui/cx.ts';
import type { OwnNames } from '#shared/messages/message-template.ts';
import { messageSegments } from './message-placeholders.ts';

export interface MessageEditorHandle {
  /** Inserts a text at the caret and replaces the selection; of three parts, the second is selected. */
  insert: (text: string, selected?: string, rest?: string) => void;
  /** Replaces a part of the text; undo restores it. */
  replace: (part: { start: number; end: number; text: string }) => void;
  /** Replaces the whole text; undo restores it. */
  replaceAll: (text: string) => void;
}

interface MessageEditorProps {
  value: string;
  /** The names of the list's own columns. */
  own: OwnNames;
  onChange: (value: string) => void;
  ref: Ref<MessageEditorHandle>;
}

/** The classes that affect line breaks. Both layers must wrap identically. */
const TEXT_LAYOUT =
  '[grid-area:1/1] min-h-52 w-full px-5 py-4.5 font-sans text-lg font-normal leading-7 wrap-break-word whitespace-pre-wrap';

/**
 * A text area with highlighted placeholders: a layer behind it renders the same text transparently with the highlights.
 * That layer also sets the height, so the editor grows with its text.
 */
export function MessageEditor({ value, own, onChange, ref }: MessageEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    insert(text, selected = '', rest = '') {
      const whole = text + selected + rest;
      if (area.current === null || value.length + whole.length > MAX_MESSAGE_LENGTH) return;
      typeInto(area.current, whole);
      const end = area.current.selectionStart - rest.length;
      if (selected !== '') area.current.setSelectionRange(end - selected.length, end);
    },
    replace({ start, end, text }) {
      if (area.current === null) return;
      area.current.setSelectionRange(start, end);
      typeInto(area.current, text);
    },
    replaceAll(text) {
      area.current?.select();
      if (area.current !== null) typeInto(area.current, text);
    },
  }));
  return (
    <div
      className={cx(
        'grid rounded-card border border-line-strong bg-surface transition-[border-color,box-shadow]',
        'focus-within:border-accent focus-within:shadow-[0_0_0_3px_var(--color-accent-soft)]',
      )}
    >
      <div aria-hidden className={cx(TEXT_LAYOUT, 'pointer-events-none text-transparent')}>
        {messageSegments(value, own).map((segment, index) => (
          <span
            key={index}
            className={cx(
              segment.kind !== 'text' && 'rounded-small shadow-[0_0_0_2px_var(--mark)] bg-(--mark)',
              segment.kind === 'placeholder' && '[--mark:var(--color-accent-soft)]',
              segment.kind === 'unknown' && '[--mark:var(--color-failed-soft)]',
            )}
          >
            {segment.text}
          </span>
        ))}
        {'\u200B'}
      </div>
      <textarea
        ref={area}
        aria-label="Message"
        value={value}
        maxLength={MAX_MESSAGE_LENGTH}
        spellCheck
        placeholder="Hi {first_name}, …"
        className={cx(
          TEXT_LAYOUT,
          'resize-none overflow-hidden bg-transparent text-ink focus-visible:outline-none',
        )}
        onKeyDown={removeWholePlaceholder}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </div>
  );
}

/** Inserts a text over the selection as if it were typed, so that undo removes it. */
function typeInto(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way to insert text that keeps undo
  document.execCommand('insertText', false, text);
}

/** Backspace directly after a placeholder selects it, so that it is deleted as a whole. */
function removeWholePlaceholder(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  if (event.key !== 'Backspace' || selectionStart !== selectionEnd) return;
  const span = placeholderBefore(value, selectionStart);
  if (span !== null) event.currentTarget.setSelectionRange(span.start, span.end);
}
