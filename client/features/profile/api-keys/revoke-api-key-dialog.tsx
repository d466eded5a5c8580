import type { ApiKeyView } from '#shared/schemas/account/api-keys.ts';
import { trpc } from '#client/app/trpc.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';
import { confirmed } from '#client/kit/outcome.ts';

/** Confirms and revokes an API key. */
export default function RevokeApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const { apiKeys } = trpc.useUtils();
  const revoke = trpc.apiKeys.revoke.useMutation(
    confirmed({
      done: `${apiKey.name} was revoked.`,
      gone: `${apiKey.name} was already revoked.`,
      failed: 'The key could not be revoked. Please try again.',
      refresh: () => apiKeys.list.invalidate(),
      onClose,
    }),
  );
  return (
    <ConfirmMutation
      mutation={revoke}
      input={{ id: apiKey.id }}
      onClose={onClose}
      title={`Revoke ${apiKey.name}?`}
      description="Programs that use this key lose access at once. It cannot be restored."
      cancelLabel="Keep"
      confirmLabel="Revoke"
      danger
    />
  );
}
