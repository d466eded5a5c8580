import { Signature as SignatureIcon } from 'lucide-react';
import { signatureFix } from '#shared/messages/signature.ts';
import { fillSender } from '#shared/messages/sender-text.ts';
import type { Sender } from '#client/features/campaigns/wizard/wizard-state.ts';
import { paths } from '#client/app/routing/paths.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';

interface SignatureProps {
  message: string;
  sender: Sender;
  onAdd: () => void;
}

/** Offers to add what the message lacks of the signature; nothing where it says all of it. */
export function Signature({ message, sender, onAdd }: SignatureProps) {
  if (signatureFix({ message, ...sender }, sender.signature) === undefined) return null;
  return (
    <section
      aria-label="Signature"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-sunken px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60 text-sm wrap-break-word text-ink-2">
        Your signature: “{fillSender(sender.signature, sender)}” Only what the message lacks is added.{' '}
        <TextLink href={paths.profileBusiness}>Change it</TextLink>
      </p>
      <Button variant="secondary" size="sm" icon={SignatureIcon} onClick={onAdd}>
        Add signature
      </Button>
    </section>
  );
}
