import { useRef } from 'react';
import { formatNumber, formatSeconds } from '#shared/formats.ts';
import { placeholderProblem, spokenSeconds, type Placeholder } from '#shared/messages/message-template.ts';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { checkMessage } from '#client/features/campaigns/wizard/wizard-guards.ts';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import type { StepProps } from '#client/features/campaigns/wizard/wizard-state.ts';
import { emptyCount, partlyEmptyPlaceholders, availablePlaceholders } from './message-placeholders.ts';
import { MessageEditor, type MessageEditorHandle } from './message-editor.tsx';

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
        <span>About {formatSeconds(spokenSeconds(message))} when spoken</span>
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
          {formatNumber(people)} of {formatNumber(summary?.contacts ?? 0)} people have no {name}: for them it
          is left out.
        </p>
      ))}
    </>
  );
}

function messageErrorText(people: number): string {
  return `${formatNumber(people)} ${people === 1 ? 'person' : 'people'} cannot receive this message: for them it is empty or too long.`;
}

interface PlaceholderChipsProps {
  placeholders: readonly Placeholder[];
  /** Returns for how many contacts a placeholder is empty. */
  emptyCount: (name: Placeholder) => number;
  onInsert: (name: Placeholder) => void;
}

/** Buttons that insert a contact field at the caret. */
function PlaceholderChips({ placeholders, emptyCount: emptyOf, onInsert }: PlaceholderChipsProps) {
  return (
    <div role="group" aria-label="Insert a contact field" className="mt-4 flex flex-wrap gap-2">
      {placeholders.map((name) => {
        const empty = emptyOf(name);
        return (
          <button
            key={name}
            type="button"
            className="inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3.5 text-sm font-medium transition-colors hover:border-accent hover:bg-accent-soft pointer-coarse:h-11"
            onClick={() => {
              onInsert(name);
            }}
          >
            {name}
            {empty > 0 && <span className="text-waiting">{formatNumber(empty)} empty</span>}
          </button>
        );
      })}
    </div>
  );
}
