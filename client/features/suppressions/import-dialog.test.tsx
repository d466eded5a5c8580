// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { fakeWorkers, FakeWorker } from '#client/testing/fake-worker.ts';
import { click, enter, field, hasButton, pressEscape, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import ImportDialog from './import-dialog.tsx';

const FIELD = 'Or paste numbers';
const LONG = 'x'.repeat(20_000);

const type = async (typed: string) => {
  await enter(FIELD, typed);
  await click('Check Numbers');
};
const paste = (pasted: string) =>
  turn(() => {
    const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => pasted },
    });
    field(FIELD).dispatchEvent(event);
  });
const choose = () =>
  turn(() => {
    const input = document.querySelector('input[type=file]') ?? expect.fail();
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'list.csv')] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
const reply = (phones: string[]) =>
  turn(() => {
    const errors = [{ line: 2, field: 'phone', message: 'No number' }];
    FakeWorker.latest.reply({ kind: 'list', list: { phones, repeated: 0, invalid: 1, errors } });
  });

test.each<[string, () => Promise<void>, string[], string, string]>([
  ['typed', () => type('a'), ['12025550143'], 'Go back to correct the list, or add the rest.', 'a'],
  ['typed', () => type('a'), [], 'Go back to correct the list.', 'a'],
  ['long', () => paste(LONG), ['12025550143'], 'Correct the list and import it again, or add the rest.', ''],
  ['chosen', choose, ['12025550143'], 'Correct the list and import it again, or add the rest.', ''],
])(
  'what can be done about wrong lines of a %s list is true after Back',
  async (_, give, phones, said, left) => {
    fakeWorkers();
    await renderScreen(<ImportDialog onClose={vi.fn()} />);
    await give();
    await reply(phones);
    expect(text()).toContain(`It will be skipped. ${said}`);
    await click('Back');
    expect(field(FIELD).value).toBe(left);
  },
);

test('a list is not thrown away without a question, in either step', async () => {
  fakeWorkers();
  const onClose = vi.fn();
  await renderScreen(<ImportDialog onClose={onClose} />);
  await type('a');
  await reply(['12025550143']);
  await pressEscape();
  await click('Keep Editing');
  await click('Back');
  await pressEscape();
  expect(hasButton('Discard')).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});
