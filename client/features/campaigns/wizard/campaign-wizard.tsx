import { Suspense, useEffect, useReducer } from 'react';
import { useLocation } from 'wouter';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { paths } from '#client/app/routing/paths.ts';
import { WizardFrame } from './wizard-frame.tsx';
import { CurrentStep } from '#client/features/campaigns/steps/current-step.tsx';
import {
  useContactFile,
  type PreviewContact,
} from '#client/features/campaigns/contact-file/use-contact-file.ts';
import { CostFooter } from '#client/features/campaigns/schedule/cost-footer.tsx';
import { MessagePreview } from '#client/features/campaigns/message/message-preview.tsx';
import { VoiceSample } from '#client/features/campaigns/voice/voice-sample.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { useDraft } from '#client/features/campaigns/draft/use-draft.ts';
import { useDeletedVoice } from '#client/features/campaigns/voice/use-deleted-voice.ts';
import { usePublish } from '#client/features/campaigns/publish/use-publish.ts';
import { useStepHistory } from './use-step-history.ts';
import { wizardReducer } from './wizard-reducer.ts';
import { initialState, STEPS, type WizardState } from './wizard-state.ts';

const WizardModals = lazyWithPreload(() => import('./wizard-modals.tsx'));

/** The campaign wizard, from the intro to the scheduled campaign. */
export function CampaignWizard({ uid }: { uid: string }) {
  const [state, dispatch] = useReducer(wizardReducer, undefined, initialState);
  const [, navigate] = useLocation();
  const shown = useContactFile(state, dispatch);
  const draft = useDraft(uid, state, dispatch);
  const { publish, share } = usePublish(state, dispatch, draft.discard);
  const history = useStepHistory(state, dispatch);
  useLeaveGuard(state.publishing);
  useDeletedVoice(state, dispatch);

  const submit = () => {
    if (state.step === STEPS.review) publish();
    else if (state.step === STEPS.success) navigate(paths.dashboard);
    else {
      if (state.step === STEPS.intro && draft.offered !== null) draft.discard();
      dispatch({ type: 'continued' });
    }
  };
  const close = () => {
    if (state.step === STEPS.success) navigate(paths.dashboard);
    else dispatch({ type: 'modalOpened', modal: { kind: 'exit' } });
  };
  const leave = () => {
    draft.discard();
    history.leave(() => {
      navigate(paths.dashboard, { replace: true });
    });
  };

  return (
    <WizardFrame
      state={state}
      share={share}
      onBack={history.back}
      onSubmit={submit}
      onClose={close}
      aside={<CampaignAside state={state} shown={shown} />}
    >
      <CurrentStep state={state} dispatch={dispatch} draft={draft} />
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

/** Beside the step: the preview for one contact and the cost. */
function CampaignAside({ state, shown }: { state: WizardState; shown: PreviewContact }) {
  const { upload, step, form } = state;
  if (upload.status === 'none' || upload.status === 'rejected') return null;
  const contacts = upload.status === 'ready' ? upload.summary.contacts : null;
  return (
    <Card aria-label="Preview and cost">
      {step >= STEPS.message && <MessagePreview message={form.message} contacts={contacts} shown={shown} />}
      {form.voiceId !== null && step >= STEPS.message && (
        <VoiceSample key={form.voiceId} voiceId={form.voiceId} />
      )}
      <CostFooter contacts={contacts} />
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
