import type { z } from 'zod';
import {
  isEventPattern,
  WEBHOOK_EVENTS,
  type createWebhookInput,
  type WebhookEventChoice,
} from '#shared/schemas/webhooks.ts';
import type { ZodForm } from '#client/kit/form.ts';
import { CheckChoices } from '#client/ui/controls/check-choices.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { EVENT_TEXT, patternText } from './webhook-text.ts';

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

/** Patterns that only programs choose are offered to endpoints that have them. */
function EventChoice({ form }: WebhookFieldsProps) {
  const own = form.formState.defaultValues?.events?.filter((choice) => choice !== undefined) ?? [];
  const patterns = own.filter(isEventPattern).filter((pattern) => pattern !== '*');
  const choices: WebhookEventChoice[] = ['*', ...patterns, ...WEBHOOK_EVENTS];
  const options = choices.map((event) => ({
    value: event,
    title: event,
    description: isEventPattern(event) ? patternText(event) : EVENT_TEXT[event],
  }));
  return <CheckChoices options={options} registered={form.register('events')} />;
}
