// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { DEFAULT_SIGNATURE } from '#shared/messages/signature.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { useSender } from './use-sender.ts';

const PROFILE = {
  business_name: 'Sunny Side',
  callback_number: null,
  message_rules: 'advised',
  signature: null,
};

test.each([
  [PROFILE, { callbackNumber: '', signature: DEFAULT_SIGNATURE }],
  [
    { ...PROFILE, callback_number: '12025550143', signature: 'It is {business}.' },
    { callbackNumber: '12025550143', signature: 'It is {business}.' },
  ],
])('the profile %j says who is calling', async (profile, sender) => {
  const dispatch = vi.fn();
  const answers = { calling: { profile: () => profile } } as never;
  const use = (given: typeof dispatch) => {
    useSender(given);
  };
  await renderHook(use, dispatch, { answers });
  await turn();
  expect(dispatch.mock.calls).toEqual([
    [{ type: 'senderLoaded', sender: { businessName: 'Sunny Side', rules: 'advised', ...sender } }],
  ]);
});
