// @vitest-environment happy-dom
import { useRef, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { click, field } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { MessageEditor, type MessageEditorHandle } from './message-editor.tsx';

interface TypingDocument {
  execCommand: (command: string, shown: boolean, text: string) => boolean;
}

beforeEach(() => {
  // happy-dom cannot type.
  (document as unknown as TypingDocument).execCommand = (_command, _shown, text) => {
    const area = document.activeElement as HTMLTextAreaElement;
    const { value, selectionStart: start, selectionEnd: end } = area;
    const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    setter?.call(area, value.slice(0, start) + text + value.slice(end));
    area.setSelectionRange(start + text.length, start + text.length);
    area.dispatchEvent(new Event('input', { bubbles: true }));
    return true;
  };
});

function Editor({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  const editor = useRef<MessageEditorHandle>(null);
  const insert: [name: string, ...parts: [string, string?, string?]][] = [
    ['Name', '{first_name}'],
    ['Name or words', '{first_name|', 'there', '}'],
  ];
  return (
    <>
      <MessageEditor value={value} own={[]} onChange={setValue} ref={editor} />
      {insert.map(([name, ...parts]) => (
        <button key={name} type="button" onClick={() => editor.current?.insert(...parts)}>
          {name}
        </button>
      ))}
      <button type="button" onClick={() => editor.current?.replace({ start: 0, end: 2, text: 'Hello' })}>
        Replace
      </button>
    </>
  );
}

const NAME = '{first_name}';
const area = () => field('Message') as unknown as HTMLTextAreaElement;
const caret = () => [area().selectionStart, area().selectionEnd];
const select = (start: number, end = start) =>
  turn(() => {
    area().setSelectionRange(start, end);
  });

test.each([
  [MAX_MESSAGE_LENGTH - NAME.length, true],
  [MAX_MESSAGE_LENGTH - NAME.length + 1, false],
])(
  'a placeholder is inserted after %i characters: %s, as the message has a longest length',
  async (length, is) => {
    const typed = 'a'.repeat(length);
    await renderScreen(<Editor initial={typed} />);
    await select(length);
    await click('Name');
    expect(area().value).toBe(is ? typed + NAME : typed);
  },
);

test('the words that stand in for a placeholder are selected, and count towards its length', async () => {
  await renderScreen(<Editor initial="Hi !" />);
  await select(3);
  await click('Name or words');
  expect(area().value).toBe('Hi {first_name|there}!');
  expect(area().value.slice(...caret())).toBe('there');
});

test('words do not fit where the placeholder alone would', async () => {
  const typed = 'a'.repeat(MAX_MESSAGE_LENGTH - NAME.length);
  await renderScreen(<Editor initial={typed} />);
  await click('Name or words');
  expect(area().value).toBe(typed);
});

test('a part is replaced, and nothing else', async () => {
  await renderScreen(<Editor initial="Hi there" />);
  await select(8);
  await click('Replace');
  expect(area().value).toBe('Hello there');
});

test.each([
  ['Backspace', [15, 15], [3, 15]],
  ['Backspace', [14, 14], [14, 14]],
  ['Backspace', [4, 15], [4, 15]],
  ['Delete', [15, 15], [15, 15]],
])('%s with %j selected goes for %j', async (key, [start = 0, end = 0], selected) => {
  await renderScreen(<Editor initial="Hi {first_name}!" />);
  await select(start, end);
  await turn(() => {
    area().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  expect(caret()).toEqual(selected);
});

test('placeholders are marked, unknown ones in another colour', async () => {
  await renderScreen(<Editor initial="Hi {first_name} {nick}" />);
  const marked = [...document.querySelectorAll('span[class*="--mark:"]')];
  expect(
    marked.map(({ textContent, className }) => [textContent, /--color-[\w-]+/.exec(className)?.[0]]),
  ).toEqual([
    [NAME, '--color-accent-soft'],
    ['{nick}', '--color-failed-soft'],
  ]);
});
