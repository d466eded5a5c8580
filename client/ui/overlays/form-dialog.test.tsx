// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { button, click, enter, field, pressEscape, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { CheckChoices } from '#client/ui/controls/check-choices.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput, TextArea, TextInput } from '#client/ui/controls/inputs.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { FormDialog } from './form-dialog.tsx';

const QUESTION = 'Discard your changes?';
const OPTIONS = ['a', 'b'].map((value) => ({ value, label: value, title: value, description: value }));

async function open(change: Partial<Parameters<typeof FormDialog>[0]> = {}) {
  const onClose = vi.fn();
  const dialog = (chosen: string, more = change) => (
    <FormDialog title="Add" submitLabel="Save" busyText="Saving..." busy={false} {...more} {...on(onClose)}>
      <Field label="Name">
        <TextInput />
      </Field>
      <Field label="Note">
        <TextArea />
      </Field>
      <Field label="Kind">
        <SelectInput options={OPTIONS} />
      </Field>
      <Field label="Kinds">
        <CheckChoices options={OPTIONS} registered={{}} />
      </Field>
      <RadioCards aria-label="Card" options={OPTIONS} value={chosen} />
    </FormDialog>
  );
  const screen = await renderScreen(dialog('a'));
  await timers();
  return { onClose, update: (chosen: string, more?: object) => screen.update(dialog(chosen, more)) };
}
const on = (onClose: () => void) => ({ onClose, onSubmit: () => undefined });

/** Lets the timers without delay run that radix-ui has set: it listens for presses outside and moves the focus in them. */
async function timers(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve);
  });
  await turn();
}
const pressOutside = () =>
  turn(() => {
    const veil = document.querySelector('[role=dialog]')?.parentElement ?? expect.fail();
    veil.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }));
    veil.click();
  });

test.each([
  ['Escape', pressEscape],
  ['a press outside', pressOutside],
])('%s closes a form without input, also one whose values came late', async (_name, leave) => {
  const { onClose, update } = await open();
  await update('b');
  await leave();
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['typed in', () => enter('Name', 'Ana')],
  ['typed in at length', () => enter('Note', 'Hello')],
  ['chosen in', () => enter('Kind', 'b')],
  [
    'checked in',
    () =>
      turn(() => {
        document.querySelector<HTMLInputElement>('[type=checkbox]')?.click();
      }),
  ],
])('a form that was %s stays at a press outside, and Escape asks', async (_name, change) => {
  const { onClose } = await open();
  field('Name').focus();
  await change();
  await pressOutside();
  expect(text()).not.toContain(QUESTION);
  await pressEscape();
  expect(text()).toContain(QUESTION);
  await pressEscape();
  expect(text()).not.toContain(QUESTION);
  await timers();
  expect(document.activeElement).toBe(field('Name'));
  await pressEscape();
  await click('Keep Editing');
  expect(text()).not.toContain(QUESTION);
  expect(onClose).not.toHaveBeenCalled();
  await pressEscape();
  await click('Discard');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each(['Cancel', 'Close'])('%s closes a changed form at once', async (way) => {
  const { onClose } = await open();
  await enter('Name', 'Ana');
  await click(way);
  expect(onClose).toHaveBeenCalledOnce();
});

test('what no field reports is asked for too, and a form that is sent neither asks nor closes', async () => {
  const { onClose, update } = await open({ unsaved: true });
  await pressOutside();
  await pressEscape();
  expect(text()).toContain(QUESTION);
  await click('Keep Editing');
  await update('a', { unsaved: true, busy: true });
  await pressEscape();
  await pressOutside();
  expect(text()).not.toContain(QUESTION);
  expect(onClose).not.toHaveBeenCalled();
});

function Opener() {
  const [isOpen, setOpen] = useState(false);
  const opened = on(() => {
    setOpen(false);
  });
  return (
    <>
      <button
        onClick={() => {
          setOpen(true);
        }}
      >
        Open
      </button>
      {isOpen && (
        <FormDialog title="Add" submitLabel="Save" busyText="Saving..." busy={false} {...opened}>
          <Field label="Name">
            <TextInput />
          </Field>
        </FormDialog>
      )}
    </>
  );
}

test('a discarded form gives the focus back to what opened it', async () => {
  await renderScreen(<Opener />);
  button('Open').focus();
  await click('Open');
  await enter('Name', 'Ana');
  await pressEscape();
  await click('Discard');
  await timers();
  expect(text()).toBe('Open');
  expect(document.activeElement).toBe(button('Open'));
});
