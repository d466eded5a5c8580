// @vitest-environment happy-dom
import { useReducer } from 'react';
import { expect, test, vi } from 'vitest';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { initialState, type WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import { WizardFrame } from '#client/features/campaigns/wizard/wizard-frame.tsx';
import { wizardReducer } from '#client/features/campaigns/wizard/wizard-reducer.ts';
import { NO_CONSENT } from '#client/domain/consent/consent-values.ts';
import { noResponse } from '#client/testing/fake-server.ts';
import { button, click, enter, field, hasButton, isDisabled, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { ListConsent } from './list-consent.tsx';
import { NameStep } from './name-step.tsx';
import { RetryFields } from './retry-fields.tsx';
import { VoiceStep } from './voice-step.tsx';

const state = (change: Partial<WizardState> = {}, form: Partial<WizardState['form']> = {}): WizardState => {
  const start = initialState();
  return { ...start, ...change, form: { ...start.form, ...form } };
};

test('name and description are edited apart', async () => {
  const dispatch = vi.fn();
  await renderScreen(<NameStep state={state({}, { name: 'Autumn' })} dispatch={dispatch} />);
  expect(field('Campaign Name').value).toBe('Autumn');
  expect(document.activeElement?.textContent).toBe('What kind of campaign are you running?');
  await enter('Campaign Name', 'Winter');
  await enter('Campaign Description', 'Cold');
  expect(dispatch.mock.calls).toEqual([
    [{ type: 'edited', change: { name: 'Winter' } }],
    [{ type: 'edited', change: { description: 'Cold' } }],
  ]);
});

test.each([
  [0, { name: '', description: '' }, '', ''],
  [1, { name: ' ', description: 'Cold' }, 'A campaign name is required', ''],
  [1, { name: 'Winter', description: '' }, '', 'A description is required'],
])(
  'once Continue was pressed %i times, what is missing of %j is said',
  async (missingMarked, form, first, second) => {
    await renderScreen(<NameStep state={state({ missingMarked }, form)} dispatch={vi.fn()} />);
    expect(
      field('Campaign Name').getAttribute('aria-describedby') === null ? '' : noteOf('Campaign Name'),
    ).toBe(first);
    expect(
      field('Campaign Description').getAttribute('aria-describedby') === null
        ? ''
        : noteOf('Campaign Description'),
    ).toBe(second);
    expect(text().includes('Required: name, description')).toBe(first !== '' || second !== '');
  },
);

const VOICE = {
  vid: 'v1',
  title: 'Ana',
  description: 'Calm',
  avatar: 'a',
  status: 'ready',
} as unknown as VoiceView;

test('a voice is chosen; one that is not ready cannot be', async () => {
  const dispatch = vi.fn();
  const waiting = { ...VOICE, vid: 'v2', title: 'Bo', status: 'processing' } as unknown as VoiceView;
  await renderScreen(<VoiceStep state={state()} dispatch={dispatch} />, {
    answers: { voices: { list: () => ({ voices: [VOICE, waiting] }) as never } },
  });
  await click('Ana Calm');
  expect(dispatch.mock.calls).toEqual([[{ type: 'edited', change: { voiceId: 'v1' } }]]);
  const cards = [...document.querySelectorAll('[role="radio"]')];
  expect(cards.map((card) => card.hasAttribute('disabled'))).toEqual([false, true]);
  expect(hasButton('Play a sample of Bo')).toBe(true);
});

test('without a voice the step says where to make one', async () => {
  await renderScreen(<VoiceStep state={state()} dispatch={vi.fn()} />, {
    answers: { voices: { list: () => ({ voices: [] }) as never } },
  });
  expect(button('Upload My Voice').getAttribute('href')).toBe('/my-voice');
});

test('a campaign calls again as often and when it is told to', async () => {
  const onChange = vi.fn();
  const screen = await renderScreen(<RetryFields retry={null} onChange={onChange} />);
  expect(text()).not.toContain('After the campaign has finished');
  await enter('Retry failed calls', '2');
  await screen.update(<RetryFields retry={{ after_days: 3, times: 2 }} onChange={onChange} />);
  await enter('Retry failed calls', '3');
  await enter('After the campaign has finished', '14');
  await enter('Retry failed calls', '0');
  expect(onChange.mock.calls).toEqual([
    [{ after_days: 1, times: 2 }],
    [{ after_days: 3, times: 3 }],
    [{ after_days: 14, times: 2 }],
    [null],
  ]);
});

test('voices that cannot be loaded are asked for again', async () => {
  const list = vi.fn(() => Promise.reject(noResponse()));
  await renderScreen(<VoiceStep state={state()} dispatch={vi.fn()} />, { answers: { voices: { list } } });
  list.mockReturnValue(Promise.resolve({ voices: [VOICE] } as never));
  await click('Retry');
  expect(hasButton('Ana Calm')).toBe(true);
});

const frame = (of: WizardState, share = 0, shortfall = 0) => {
  const called = { onBack: vi.fn(), onStep: vi.fn(), onSubmit: vi.fn(), onClose: vi.fn() };
  const ui = (
    <WizardFrame state={of} share={share} shortfall={shortfall} aside="Aside" {...called}>
      Step
    </WizardFrame>
  );
  return { called, ui };
};

test('each button of the frame does what it says', async () => {
  const { called, ui } = frame(state({ step: 'name' }));
  await renderScreen(ui);
  expect(text()).not.toContain('Aside');
  await click('Back');
  await click('Continue');
  await click('Close');
  expect(called.onBack).toHaveBeenCalledOnce();
  expect(called.onSubmit).toHaveBeenCalledOnce();
  expect(called.onClose).toHaveBeenCalledOnce();
});

test('a step that is done is opened by its name, one that is not yet is no link', async () => {
  const { called, ui } = frame(state({ step: 'message' }));
  await renderScreen(ui);
  await click('Upload (done)');
  expect(called.onStep.mock.calls).toEqual([['upload']]);
  expect(hasButton('Review')).toBe(false);
  expect(hasButton('Message')).toBe(false);
});

test('while a section of the review is edited, all that is done stays a link', async () => {
  const form = { name: 'Spring', description: 'Open house', message: 'Hi', voiceId: 'v1' };
  const upload = { status: 'list', list: {} } as WizardState['upload'];
  const editing = state({ step: 'upload', editing: true, upload }, { ...form, startDate: '2099-01-30' });
  const links = () => [...document.querySelectorAll('ol button')].map(({ textContent }) => textContent);
  const { called, ui } = frame(editing);
  const screen = await renderScreen(ui);
  expect(links()).toEqual(['Type(done)', 'Message(done)', 'Schedule(done)', 'Schedule(done)']);
  for (const label of ['Type', 'Message']) await click(`${label} (done)`);
  expect(called.onStep.mock.calls).toEqual([['name'], ['message']]);
  await screen.update(frame({ ...editing, form: { ...editing.form, voiceId: null } }).ui);
  expect(links()).toEqual(['Type(done)', 'Message(done)']);
  await screen.update(frame({ ...editing, editing: false }).ui);
  expect(links()).toEqual(['Type(done)']);
});

test('Continue marks all that the consent lacks where it is, and focuses the first of it', async () => {
  function Wizard() {
    const upload = { status: 'list', list: {} } as WizardState['upload'];
    const start = state({ step: 'upload', upload }, { consent: NO_CONSENT });
    const [shown, dispatch] = useReducer(wizardReducer, start);
    return (
      <WizardFrame
        state={shown}
        share={0}
        shortfall={0}
        aside=""
        onBack={vi.fn()}
        onStep={vi.fn()}
        onClose={vi.fn()}
        onSubmit={() => {
          dispatch({ type: 'continued' });
        }}
      >
        <ListConsent state={shown} dispatch={dispatch} />
        <output>{shown.modal === null ? `No dialog at ${shown.step}` : 'Dialog'}</output>
      </WizardFrame>
    );
  }
  const profile = () => ({ default_consent: null }) as never;
  await renderScreen(<Wizard />, { answers: { calling: { profile } } });
  expect(text()).not.toContain('Please');
  await click('Continue');
  expect(text()).toContain('Please say why these people may be called');
  expect(text()).toContain('Please give the date on which consent was obtained');
  expect(text()).toContain('Please say where consent was obtained');
  expect(text()).toContain('No dialog at upload');
  expect(document.activeElement?.getAttribute('role')).toBe('radio');
  await turn(() => {
    document.querySelector<HTMLElement>('[role="radio"]')?.click();
  });
  await click('Continue');
  expect(document.activeElement).toBe(field('Obtained on'));
  await enter('Obtained on', '2025-01-01');
  await enter('Where it was obtained', 'Order form');
  await click('Continue');
  expect(text()).toContain('No dialog at message');
});

test('no step is opened while the campaign is being created', async () => {
  await renderScreen(frame(state({ step: 'review', publishing: true })).ui);
  expect(hasButton('Upload (done)')).toBe(false);
});

test.each([
  ['intro', false],
  ['success', false],
  ['name', true],
] as const)('step %s has a footer: %s', async (step, shown) => {
  await renderScreen(frame(state({ step })).ui);
  expect(hasButton('Back')).toBe(shown);
  expect(document.querySelectorAll('nav')).toHaveLength(step === 'intro' ? 0 : 1);
});

test.each([
  ['upload', true],
  ['message', false],
] as const)('while the file is read, step %s is not left: %s', async (step, stays) => {
  const upload = { status: 'reading' } as unknown as WizardState['upload'];
  await renderScreen(frame(state({ step, upload })).ui);
  expect(isDisabled('Continue')).toBe(stays);
  expect(text()).toContain('Aside');
});

test('a campaign that the balance does not cover cannot be published, with the reason', async () => {
  const { called, ui } = frame(state({ step: 'review' }), 0, 1);
  await renderScreen(ui);
  expect(button('Publish Campaign').getAttribute('aria-description')).toBe('You are 1 credit short');
  await click('Publish Campaign');
  expect(called.onSubmit).not.toHaveBeenCalled();
});

test('while it is published, a campaign cannot be left or sent again', async () => {
  const { called, ui } = frame(state({ step: 'review', publishing: true }), 0.5);
  await renderScreen(ui);
  await click('Creating Campaign...', 2);
  await click('Back');
  await click('Close');
  expect(called.onSubmit).not.toHaveBeenCalled();
  expect(called.onBack).not.toHaveBeenCalled();
  expect(called.onClose).not.toHaveBeenCalled();
  expect(document.querySelector('[role="progressbar"]')?.getAttribute('aria-label')).toBe(
    'Sending your contacts',
  );
});
