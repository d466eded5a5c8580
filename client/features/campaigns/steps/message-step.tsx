import { useRef } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { placeholderProblem, spokenSeconds, type Placeholder } from '#shared/messages/message-template.ts';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import {
  emptyCount,
  partlyEmptyPlaceholders,
  availablePlaceholders,
} from '../message/contact-placeholders.ts';
import { checkMessage } from '../message/message-check.ts';
import { MessageEditor, type MessageEditorHandle } from '../message/message-editor.tsx';
import { PlaceholderChips } from '../message/placeholder-chips.tsx';
import { StepHeading } from '../wizard/step-heading.tsx';
import type { StepProps } from '../wizard/wizard-state.ts';

/** Step 3: the message. */
export function MessageStep({ state, dispatch }: StepProps) {
  const { message } = state.form;
  const summary = state.upload.status === 'ready' ? state.upload.summary : null;
  const editor = useRef<MessageEditorHandle>(null);
  const problem = placeholderProblem(message);
  const check = checkMessage(state);
  const partlyEmpty = summary === null ? [] : partlyEmptyPlaceholders(message, summary);
  return (
    <>
      <StepHeading
        title="Edit your message here"
        text="Write it as you would say it. Each person hears their own name."
      />
      <MessageEditor
        ref={editor}
        value={message}
        onChange={(text) => {
          dispatch({ type: 'edited', change: { message: text } });
        }}
      />
      <div className="mt-2 flex justify-between gap-4 text-sm text-ink-3">
        <span>{spokenText(message)}</span>
        <span>
          {formatNumber(message.length)} of {formatNumber(MAX_MESSAGE_LENGTH)} characters
        </span>
      </div>
      <p role="alert" className="text-sm text-failed">
        {problem ?? (check.kind === 'invalid' ? messageErrorText(check.errors.lines.length) : '')}
      </p>
      <PlaceholderChips
        placeholders={availablePlaceholders(summary)}
        emptyCount={(name: Placeholder) => (summary === null ? 0 : emptyCount(summary, name))}
        onInsert={(name) => editor.current?.insert(`{${name}}`)}
      />
      {partlyEmpty.map(({ name, people }) => (
        <p key={name} className="mt-3 text-sm text-waiting">
          {formatNumber(people)} of {formatNumber(summary?.contacts ?? 0)} people have no {name}: for them the
          sentence closes up without it.
        </p>
      ))}
    </>
  );
}

function messageErrorText(people: number): string {
  return `${formatNumber(people)} ${people === 1 ? 'person' : 'people'} cannot be given this message: for them it is empty or too long.`;
}

function spokenText(message: string): string {
  const seconds = spokenSeconds(message);
  return `About ${String(seconds)} ${seconds === 1 ? 'second' : 'seconds'} when spoken`;
}
