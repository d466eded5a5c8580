import { useState } from 'react';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { messageErrorOf } from '#shared/messages/validate-message.ts';
import { contactFor, renderMessage } from '#shared/messages/message-template.ts';
import { trpc } from '#client/app/trpc.ts';
import { MessagePlayer } from '#client/domain/message/message-player.tsx';

/** Plays the message of the campaign that is being created, for one contact; nothing if the voice was deleted. */
export function DraftPlayer({
  voiceId,
  message,
  contact,
  onHeard,
  isLengthAccepted,
}: {
  voiceId: string;
  message: string;
  /** Null until it is read. */
  contact: Contact | null;
  onHeard: (seconds: number) => void;
  isLengthAccepted: boolean;
}) {
  const { data } = trpc.voices.list.useQuery();
  const [today] = useState(() => new Date());
  const begin = trpc.previews.begin.useMutation();
  const voice = data?.voices.find(({ vid }) => vid === voiceId);
  if (voice === undefined) return null;
  const text = contact === null ? '' : renderMessage(message.trim(), contact, today);
  return (
    <MessagePlayer
      key={`${voiceId} ${text}`}
      voice={voice.title}
      disabled={contact === null || messageErrorOf(message.trim(), contact) !== null}
      begin={async () => {
        if (contact === null) throw new Error('The contact is not read yet.');
        const { preview } = await begin.mutateAsync({
          voice_id: voiceId,
          message,
          contact: contactFor(message, contact),
        });
        return preview;
      }}
      onHeard={onHeard}
      isLengthAccepted={isLengthAccepted}
    />
  );
}
