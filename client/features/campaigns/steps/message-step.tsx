import { summaryOf } from '#client/features/campaigns/contact-file/upload-summary.ts';
import { useRef } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { lengthText, messageLength } from '#shared/messages/message-length.ts';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { ownNamesOf, recordedSeconds } from '#client/features/campaigns/wizard/wizard-guards.ts';
import { MessageCheck } from '#client/features/campaigns/message-check/message-check.tsx';
import { MessageProblem } from '#client/features/campaigns/message-check/message-problem.tsx';
import { useVerdict } from '#client/features/campaigns/message-check/use-verdict.ts';
import { Templates } from '#client/features/campaigns/templates/templates.tsx';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import type { StepProps } from '#client/features/campaigns/wizard/wizard-state.ts';
import { cx } from '#client/ui/cx.ts';
import { partlyEmptyPlaceholders } from './message-placeholders.ts';
import { MessageEditor, type MessageEditorHandle } from './message-editor.tsx';
import { PlaceholderChips } from './placeholder-chips.tsx';
import { TwoMessages } from './two-messages.tsx';

/** Step 3: the message, or two of them, one of which is shown. */
export function MessageStep({ state, dispatch }: StepProps) {
  return (
    <>
      <StepHeading
        title="Edit your message here"
        text="Write it as you would say it. Each person hears their own name."
      />
      {state.form.other !== null && <TwoMessages state={state} dispatch={dispatch} />}
      {/* Undo in the editor of one message does not bring back the other. */}
      <OneMessage key={state.form.part} state={state} dispatch={dispatch} />
      {state.form.other === null && <TwoMessages state={state} dispatch={dispatch} />}
    </>
  );
}

function OneMessage({ state, dispatch }: StepProps) {
  const { message } = state.form;
  const summary = summaryOf(state.upload);
  const editor = useRef<MessageEditorHandle>(null);
  const own = ownNamesOf(state.upload);
  const verdict = useVerdict(state);
  const partlyEmpty = summary === null ? [] : partlyEmptyPlaceholders(message, summary);
  return (
    <>
      <Templates state={state} onReplace={(text) => editor.current?.replaceAll(text)} />
      <MessageEditor
        ref={editor}
        value={message}
        own={own}
        onChange={(text) => {
          dispatch({ type: 'edited', change: { message: text } });
        }}
      />
      <div className="mt-2 flex justify-between gap-4 text-sm text-ink-3">
        <span>{lengthText(messageLength(message, recordedSeconds(state)))} when spoken</span>
        <span>
          {formatNumber(message.length)} of {formatNumber(MAX_MESSAGE_LENGTH)} characters
        </span>
      </div>
      <MessageProblem verdict={verdict} />
      <PlaceholderChips summary={summary} onInsert={(...parts) => editor.current?.insert(...parts)} />
      {partlyEmpty.map(({ name, people, fallback }) => (
        <p
          key={`${name}|${fallback}`}
          className={cx('mt-3 text-sm', fallback === '' ? 'text-waiting' : 'text-ink-2')}
        >
          {formatNumber(people)} of {formatNumber(summary?.contacts ?? 0)} people have no {name}:{' '}
          {fallback === '' ? 'for them it is left out.' : `they hear “${fallback}”.`}
        </p>
      ))}
      <MessageCheck
        state={state}
        verdict={verdict}
        dispatch={dispatch}
        onFix={(fix) => {
          editor.current?.replace(fix);
        }}
      />
    </>
  );
}
