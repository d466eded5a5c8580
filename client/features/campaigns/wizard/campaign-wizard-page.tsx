import { Redirect, useLocation } from 'wouter';
import { Suspense, useEffect, useEffectEvent, useReducer } from 'react';
import { LoadingScreen } from '#client/app/loading/loading-screen.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { LogInAgainLayer } from '#client/app/session/log-in-again-layer.tsx';
import { useUser } from '#client/app/session/use-session.ts';
import { useSubscription } from '#client/app/use-account.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useContactFile } from '#client/features/campaigns/contact-file/use-contact-file.ts';
import { contactCount } from '#client/features/campaigns/contact-file/upload-summary.ts';
import { useKeptPreview, useListPreview } from '#client/features/campaigns/preview/use-list-preview.ts';
import { callsToHold, CostFooter, useQuote } from '#client/features/campaigns/preview/cost-footer.tsx';
import { MessagePreview, type PreviewContact } from '#client/domain/message/message-preview.tsx';
import { DraftPlayer } from '#client/features/campaigns/preview/draft-player.tsx';
import { callsOf, maxCallsOf } from '#client/features/campaigns/calling/second-half.ts';
import { useListCheck } from '#client/features/campaigns/calling/use-list-check.ts';
import { Card } from '#client/ui/display/card.tsx';
import { FirstHalf, Replaces } from './replaces.tsx';
import { DraftElsewhere } from '#client/features/campaigns/draft/draft-elsewhere.tsx';
import type { Draft } from '#client/features/campaigns/draft/draft-store.ts';
import { useDraft, type DraftOffer } from '#client/features/campaigns/draft/use-draft.ts';
import { usePublish } from '#client/features/campaigns/publish/use-publish.ts';
import { TestDrop } from '#client/features/campaigns/test-drop/test-drop.tsx';
import { useSender } from '#client/features/campaigns/message-check/use-sender.ts';
import type { Prefill } from './prefill.ts';
import { useBegin } from './use-begin.ts';
import { useChangedList } from './use-changed-list.ts';
import { useDeletedVoice } from './use-deleted-voice.ts';
import { useOpenedDraft } from './use-opened-draft.ts';
import { usePrefill } from './use-prefill.ts';
import { WizardFrame } from './wizard-frame.tsx';
import { useStepHistory } from './wizard-history.ts';
import { recordedSeconds, testRefusals } from './wizard-guards.ts';
import { wizardReducer } from './wizard-reducer.ts';
import { SCREENS } from './wizard-screens.tsx';
import { initialState, type StepProps } from './wizard-state.ts';
import { isPast } from './wizard-steps.ts';

/** The page /campaign: the wizard. Users without a subscription are redirected to /billing. */
export default function CampaignWizardPage() {
  const user = useUser();
  const { subscribed, loading } = useSubscription();
  if (subscribed)
    return (
      <>
        <LogInAgainLayer />
        <PrefilledWizard key={user.uid} uid={user.uid} />
      </>
    );
  return loading ? <LoadingScreen /> : <Redirect to={paths.billing} replace />;
}

function PrefilledWizard({ uid }: { uid: string }) {
  const prefill = usePrefill();
  const opened = useOpenedDraft(uid);
  if (prefill === 'refused') return <Redirect to={paths.campaigns} replace />;
  if (opened === 'gone') return <Redirect to={paths.drafts} replace />;
  if (prefill === undefined || opened === undefined) return <LoadingScreen />;
  return <CampaignWizard uid={uid} prefill={prefill} opened={opened} />;
}

const WizardModals = lazyWithPreload(() => import('./wizard-modals.tsx'));

interface CampaignWizardProps {
  uid: string;
  /** What a new campaign begins with. */
  prefill: Prefill | null;
  /** The draft to go on with at once. */
  opened: Draft | null;
}

/** The campaign wizard, from the intro to the scheduled campaign. */
function CampaignWizard({ uid, prefill, opened }: CampaignWizardProps) {
  const [state, dispatch] = useReducer(wizardReducer, undefined, initialState);
  const [, navigate] = useLocation();
  const ofFile = useContactFile(state, dispatch);
  const ofList = useListPreview(state.upload);
  const ofCampaign = useKeptPreview(state.upload);
  const shown = ofList ?? ofCampaign ?? { ...ofFile, count: contactCount(state.upload) };
  const draft = useDraft({ uid, state, dispatch, opens: opened !== null });
  const { publish, share } = usePublish(state, dispatch, draft);
  const check = useListCheck(state);
  const contacts = callsOf(state, check.result);
  const balanceAfter = useQuote(callsToHold(contacts, state.replaces)).data?.balanceAfter ?? 0;
  // An attempt whose answer was lost may hold the credits already, and is repeated under its key.
  const shortfall = state.publishKey === null ? Math.max(0, -balanceAfter) : 0;
  const Screen = SCREENS[state.step];
  const history = useStepHistory(state, dispatch);
  useLeaveGuard(state.publishing);
  useDeletedVoice(state, dispatch);
  useChangedList(state, dispatch);
  useSender(dispatch);
  const begin = useBegin(prefill, draft, dispatch);
  useOpened(opened, draft);

  const submit = () => {
    if (state.step === 'review') publish();
    else if (state.step === 'success') navigate(paths.dashboard);
    else if (state.step === 'intro') begin();
    else dispatch({ type: 'continued' });
  };
  const close = () => {
    if (state.step === 'success') navigate(paths.dashboard);
    else dispatch({ type: 'modalOpened', modal: { kind: 'exit' } });
  };
  const leave = (keepsDraft: boolean) => {
    if (!keepsDraft) draft.discard();
    history.leave(() => {
      navigate(paths.dashboard, { replace: true });
    });
  };

  return (
    <WizardFrame
      state={state}
      share={share}
      shortfall={shortfall}
      onBack={history.back}
      onStep={(step) => {
        dispatch({ type: 'sectionOpened', step });
      }}
      onSubmit={submit}
      onClose={close}
      aside={<CampaignAside state={state} dispatch={dispatch} shown={shown} contacts={contacts} />}
    >
      <Replaces state={state} />
      <FirstHalf state={state} checked={check.result} />
      <DraftElsewhere draft={draft} />
      <Screen state={state} dispatch={dispatch} draft={draft} prefill={prefill} check={check} />
      <Suspense>
        {state.modal !== null && (
          <WizardModals
            modal={state.modal}
            state={state}
            dispatch={dispatch}
            onLeave={leave}
            onRetry={publish}
          />
        )}
      </Suspense>
    </WizardFrame>
  );
}

/** Goes on with the draft that the address asks for. */
function useOpened(opened: Draft | null, { resume }: DraftOffer): void {
  const open = useEffectEvent(() => {
    if (opened !== null) resume(opened);
  });
  useEffect(() => {
    open();
  }, []);
}

interface CampaignAsideProps extends StepProps {
  shown: PreviewContact & { count: number | null };
  /** How many will be called; null while unknown. */
  contacts: number | null;
}

/** Beside the step: the preview for one contact, and the cost of those who will be called. */
function CampaignAside({ state, dispatch, shown, contacts }: CampaignAsideProps) {
  const { upload, step, form } = state;
  const { voiceId } = form;
  if (upload.status === 'none' || upload.status === 'rejected') return null;
  return (
    <Card aria-label="Preview and cost">
      {isPast(step, 'upload') && (
        <MessagePreview
          message={form.message}
          contacts={shown.count}
          shown={shown}
          recorded={recordedSeconds(state)}
        />
      )}
      {voiceId !== null && isPast(step, 'upload') && (
        <DraftPlayer
          voiceId={voiceId}
          message={form.message}
          contact={shown.contact}
          isLengthAccepted={form.messageOverrides.includes('too_long')}
          onHeard={(seconds) => {
            dispatch({ type: 'messageHeard', heard: { message: form.message.trim(), voiceId, seconds } });
          }}
        />
      )}
      {voiceId !== null && step === 'review' && (
        <TestDrop
          voiceId={voiceId}
          message={form.message.trim()}
          messageOverrides={form.messageOverrides}
          contact={shown.contact}
          refusals={testRefusals(state)}
        />
      )}
      <CostFooter
        contacts={contacts}
        paid={state.replaces}
        retries={form.retry?.times ?? 0}
        maxCalls={maxCallsOf(state)}
        onMaxCalls={(calls) => {
          // What is allowed is divided between the halves, of which the second alone is left.
          const maxCalls = calls === null || state.first === null ? calls : 2 * calls;
          dispatch({ type: 'edited', change: { maxCalls } });
        }}
      />
    </Card>
  );
}

/** While active, the browser asks for confirmation before it closes or reloads the page. */
function useLeaveGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    const confirmLeave = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmLeave);
    return () => {
      window.removeEventListener('beforeunload', confirmLeave);
    };
  }, [active]);
}
