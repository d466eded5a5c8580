import { Suspense, useReducer } from 'react';
import { useLocation } from 'wouter';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { paths } from '#client/app/routing/paths.ts';
import { CampaignAside } from './campaign-aside.tsx';
import { WizardFrame } from './wizard-frame.tsx';
import { CurrentStep } from '#client/features/campaigns/steps/current-step.tsx';
import { useContactFile } from '#client/features/campaigns/contact-file/use-contact-file.ts';
import { useDraft } from '#client/features/campaigns/draft/use-draft.ts';
import { useDeletedVoice } from '#client/features/campaigns/voice/use-deleted-voice.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { usePublish } from '#client/features/campaigns/publish/use-publish.ts';
import { useStepHistory } from './use-step-history.ts';
import { wizardReducer } from './wizard-reducer.ts';
import { initialState, STEPS } from './wizard-state.ts';

const WizardModals = lazyWithPreload(() => import('./wizard-modals.tsx'));

/** The eight steps from an idea to a scheduled campaign (B §2). */
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
