import type { ReactNode } from 'react';
import { formatDayRange } from '#shared/drop-schedule.ts';
import { contactCount, uploadName } from '#client/features/campaigns/contact-file/upload-summary.ts';
import { formatCount } from '#shared/formats.ts';
import { applyFix } from '#shared/messages/message-lint.ts';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { hoursText } from '#client/domain/calls/calling-hours-text.ts';
import { useCallingPlan } from '#client/features/campaigns/calling/use-calling-plan.ts';
import type { ListCheck } from '#client/features/campaigns/calling/use-list-check.ts';
import { SkippedRows } from '#client/domain/import-file/skipped-rows.tsx';
import { planSentence } from '#client/features/campaigns/calling/plan-sentence.ts';
import { SchedulePlan } from '#client/features/campaigns/calling/schedule-plan.tsx';
import { MessageCheck } from '#client/features/campaigns/message-check/message-check.tsx';
import { MessageProblem } from '#client/features/campaigns/message-check/message-problem.tsx';
import { useVerdict } from '#client/features/campaigns/message-check/use-verdict.ts';
import { StepHeading } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import { lastDayText, localTime, paceText, retryText } from '#client/domain/campaigns/schedule-text.ts';
import { MessageChoice } from './two-messages.tsx';
import { startText } from './schedule-text.ts';
import { useMinute } from './use-minute.ts';
import { withPart, type Upload, type WizardForm } from '../wizard/wizard-form.ts';
import type { StepProps } from '../wizard/wizard-state.ts';
import type { StepId } from '../wizard/wizard-steps.ts';

const PARTS = [1, 2] as const;

/** Step 6: the summary, with a link to edit each section. */
export function ReviewStep({ state, dispatch, check }: StepProps & { check: ListCheck }) {
  const { form, upload, publishing } = state;
  const voices = trpc.voices.list.useQuery();
  const voice = voices.data?.voices.find(({ vid }) => vid === form.voiceId);
  const now = useMinute();
  const verdict = useVerdict(state);
  const { plan, skipsWaits } = useCallingPlan(form, check.result?.classes);
  const section = (title: string, step: StepId, children: ReactNode) => (
    <Section
      title={title}
      disabled={publishing}
      onEdit={() => {
        dispatch({ type: 'sectionOpened', step });
      }}
    >
      {children}
    </Section>
  );
  return (
    <>
      <StepHeading
        title="Campaign Overview"
        text={
          state.replaces === null
            ? 'Publishing puts the credits on hold. No one is called before the start.'
            : 'Nobody is called by both versions, and only the difference of credits is put on hold.'
        }
      />
      {form.startDate !== null && (
        <p role="status" className="mb-6 text-md font-medium">
          {plan === undefined
            ? startText(form.startDate, form.campaignTime, now)
            : planSentence({ plan, skipsWaits, now })}
        </p>
      )}
      <Card>
        <dl className="divide-y divide-line">
          {section('Campaign', 'name', <TwoLines first={form.name} second={form.description} />)}
          {section('Contacts', 'upload', <Contacts upload={upload} />)}
          {section(form.other === null ? 'Message' : 'Messages', 'message', <Messages state={state} />)}
          {section(
            'Voice',
            'voice',
            <TwoLines
              first={voices.isPending ? 'Loading...' : (voice?.title ?? 'Untitled')}
              second={voice?.description ?? ''}
            />,
          )}
          {form.startDate !== null &&
            section(
              'Schedule',
              'schedule',
              <TwoLines
                first={startText(form.startDate, form.campaignTime, now)}
                second={scheduleLines(form.startDate, form, now).join('\n')}
              />,
            )}
        </dl>
      </Card>
      {form.other !== null && state.first === null && (
        <div className="mt-6 -mb-3">
          <MessageChoice state={state} dispatch={dispatch} />
        </div>
      )}
      <MessageCheck
        state={state}
        verdict={verdict}
        dispatch={dispatch}
        onFix={(fix) => {
          dispatch({ type: 'edited', change: { message: applyFix(form.message, fix) } });
        }}
      />
      {upload.status !== 'kept' && (
        <div className="mt-4">
          <SchedulePlan form={form} check={check} />
        </div>
      )}
    </>
  );
}

/** The message, or both with the half that hears each. */
function Messages({ state }: Pick<StepProps, 'state'>) {
  const { form, first } = state;
  if (form.other === null) return <Message state={state} />;
  return PARTS.map((part) => (
    <div key={part} className="not-first:mt-4">
      <p className="text-sm text-ink-3">{`Message ${String(part)}, for half of the people`}</p>
      {part === 1 && first !== null ? (
        `“${first.campaign.name}” is scheduled with message 1 and stays as it is.`
      ) : (
        <Message state={{ ...state, form: withPart(form, part) }} />
      )}
    </div>
  ));
}

function Message({ state }: Pick<StepProps, 'state'>) {
  return (
    <>
      <span className="wrap-break-word whitespace-pre-wrap">{state.form.message}</span>
      <MessageProblem verdict={useVerdict(state)} />
    </>
  );
}

function scheduleLines(
  startDate: string,
  { campaignTime, endDate, callingHours, callsPerMinute, retry }: WizardForm,
  now: Date,
): string[] {
  const local = localTime(startDate, campaignTime, now);
  return [
    `${local === null ? '' : `${local}. `}Dates: ${formatDayRange(startDate, endDate)}`,
    ...(endDate === null ? [] : [lastDayText(endDate)]),
    hoursText(callingHours),
    paceText(callsPerMinute),
    ...(retry === null ? [] : [retryText(retry)]),
  ];
}

function Section({
  title,
  disabled,
  onEdit,
  children,
}: {
  title: string;
  disabled: boolean;
  onEdit: () => void;
  children: ReactNode;
}) {
  return (
    <div className="flex items-start gap-x-4 gap-y-1 px-5 py-4 max-sm:flex-wrap">
      <dt className="w-24 shrink-0 text-ink-3">{title}</dt>
      <dd className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">{children}</dd>
      <dd className="max-sm:ml-auto">
        <Button
          variant="ghost"
          size="sm"
          className="-my-1"
          aria-label={`Edit ${title}`}
          disabled={disabled}
          onClick={onEdit}
        >
          Edit
        </Button>
      </dd>
    </div>
  );
}

function Contacts({ upload }: { upload: Upload }) {
  if (upload.status === 'none') return 'No file';
  const count = contactCount(upload);
  const first = count === null ? 'Being checked…' : formatCount(count, 'contact');
  return (
    <>
      <TwoLines first={first} second={uploadName(upload)} />
      {upload.status === 'ready' && upload.skipped !== null && <SkippedRows skipped={upload.skipped} />}
    </>
  );
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="block font-medium wrap-break-word">{first}</span>
      {second !== '' && (
        <span className="block text-sm wrap-break-word whitespace-pre-wrap text-ink-3">{second}</span>
      )}
    </>
  );
}
