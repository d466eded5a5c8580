import { Schema } from 'mongoose';
import type { MessageFinding } from '#shared/messages/message-lint.ts';

/** What the message check found when the message was set; see `shared/messages/message-lint.ts`. */
export interface MessageCheck {
  /** The version of the check. */
  version: number;
  findings: Pick<MessageFinding, 'code' | 'kind' | 'text'>[];
  /** The codes of findings that the user has overridden. */
  overrides: string[];
  /** Who set the message, and when. */
  userId: string;
  at: Date;
}

/** How it is stored in a campaign. */
export const messageCheckFields = new Schema<MessageCheck>(
  {
    version: { type: Number, required: true },
    findings: {
      type: [
        {
          _id: false,
          code: { type: String, required: true },
          kind: { type: String, required: true },
          text: { type: String, required: true },
        },
      ],
      required: true,
    },
    overrides: { type: [String], required: true },
    userId: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { _id: false },
);
