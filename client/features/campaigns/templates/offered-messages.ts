import { fillSender, type TextSender } from '#shared/messages/sender-text.ts';
import { TRADE_TEMPLATES, TRADES } from '#shared/messages/templates/trade-templates.ts';
import type { MessageTemplates, MessageTemplateView } from '#shared/schemas/campaigns/message-templates.ts';

/** A message that can be used, as it is said. */
export interface OfferedMessage {
  key: string;
  name: string;
  text: string;
  /** The template of the user that it is; absent for others. */
  own?: MessageTemplateView;
}

export interface OfferedGroup {
  name: string;
  messages: readonly OfferedMessage[];
}

/** Returns what a user can begin a message with: their templates, their latest campaign's message, and Hark's by trade. */
export function offeredMessages(
  { templates, last_message: last }: MessageTemplates,
  sender: TextSender,
): OfferedGroup[] {
  return [
    {
      name: 'Your templates',
      messages: templates.map((own) => ({ key: own.id, name: own.name, text: own.text, own })),
    },
    {
      name: 'Last message',
      messages: last === null ? [] : [{ key: 'last', name: last.campaign_name, text: last.text }],
    },
    ...TRADES.map((trade) => ({
      name: trade,
      messages: TRADE_TEMPLATES.filter((template) => template.trade === trade).map(({ id, name, text }) => ({
        key: id,
        name,
        text: fillSender(text, sender),
      })),
    })),
  ];
}

/** Returns the groups with the messages that have all words of a search, in their group, name or text; empty groups are left out. */
export function foundMessages(groups: readonly OfferedGroup[], typed: string): OfferedGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ name: group, messages }) => ({
      name: group,
      messages: messages.filter(({ name, text }) => {
        const searched = `${group} ${name} ${text}`.toLowerCase();
        return words.every((word) => searched.includes(word));
      }),
    }))
    .filter(({ messages }) => messages.length > 0);
}
