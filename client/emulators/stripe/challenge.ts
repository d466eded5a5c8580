import type { Appearance } from '@stripe/stripe-js';
import { applyAppearance } from './style.ts';

/** Shows the bank's authentication dialog; resolves to true if it was completed. Escape fails it. */
export function askToAuthenticate(appearance: Appearance | undefined): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.className = 'local-stripe-challenge';
  dialog.setAttribute('aria-labelledby', 'local-stripe-challenge-title');
  applyAppearance(dialog, appearance);
  const title = document.createElement('h2');
  title.id = 'local-stripe-challenge-title';
  title.textContent = '3D Secure authentication';
  const text = document.createElement('p');
  text.textContent = 'Your bank would ask you here to confirm this payment. Choose what happens.';
  const actions = document.createElement('div');
  dialog.append(title, text, actions);
  document.body.append(dialog);
  return new Promise((resolve) => {
    for (const [label, value] of [
      ['Fail', 'fail'],
      ['Complete', 'complete'],
    ] as const) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.value = value;
      button.addEventListener('click', () => dialog.close(value));
      actions.append(button);
    }
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'complete');
    });
    dialog.showModal();
  });
}
