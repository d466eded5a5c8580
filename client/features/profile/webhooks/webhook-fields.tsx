import type { z } from 'zod';
import { WEBHOOK_EVENTS, type createWebhookInput } from '#shared/schemas/webhooks.ts';
import type { ZodForm } from '#client/kit/form.ts';
import { Field, useFieldGroup } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { EVENT_TEXT } from './webhook-text.ts';

interface WebhookFieldsProps {
  form: ZodForm<z.input<typeof createWebhookInput>, z.output<typeof createWebhookInput>>;
}

/** URL, description and events of an endpoint. */
export function WebhookFields({ form }: WebhookFieldsProps) {
  return (
    <>
      <Field
        label="URL"
        hint="An https address of your server that takes POST requests"
        error={form.errorOf('url')}
      >
        <TextInput
          type="url"
          autoComplete="off"
          placeholder="https://example.com/hark"
          {...form.register('url')}
        />
      </Field>
      <Field label="Description" hint="Optional, for you alone" error={form.errorOf('description')}>
        <TextInput autoComplete="off" {...form.register('description')} />
      </Field>
      <Field label="Events" error={form.errorOf('events')}>
        <EventChoice form={form} />
      </Field>
    </>
  );
}

function EventChoice({ form }: WebhookFieldsProps) {
  return (
    <div
      role="group"
      {...useFieldGroup()}
      className="divide-y divide-line rounded-control border border-line"
    >
      {WEBHOOK_EVENTS.map((event) => (
        <label key={event} className="flex cursor-pointer items-start gap-3 px-3 py-2 hover:bg-sunken">
          <input
            type="checkbox"
            value={event}
            className="mt-1 size-4 shrink-0 accent-accent"
            {...form.register('events')}
          />
          <span className="min-w-0">
            <span className="block text-sm font-medium">{event}</span>
            <span className="block text-sm text-ink-2">{EVENT_TEXT[event]}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
