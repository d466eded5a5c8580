import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { z } from 'zod';
import { WEBHOOK_EVENTS, type createWebhookInput } from '#shared/schemas/webhooks.ts';
import { errorDetails, errorText } from '#client/app/trpc.ts';
import { Field, useFieldGroup } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { EVENT_TEXT } from './webhook-text.ts';

export type WebhookFormInput = z.input<typeof createWebhookInput>;
export type WebhookFormOutput = z.output<typeof createWebhookInput>;

interface WebhookFieldsProps {
  register: UseFormRegister<WebhookFormInput>;
  errors: FieldErrors<WebhookFormInput>;
}

/** URL, description and events of an endpoint. */
export function WebhookFields({ register, errors }: WebhookFieldsProps) {
  return (
    <>
      <Field
        label="URL"
        hint="An https address of your server that takes POST requests"
        error={errors.url?.message}
      >
        <TextInput
          type="url"
          autoComplete="off"
          placeholder="https://example.com/hark"
          {...register('url')}
        />
      </Field>
      <Field label="Description" hint="Optional, for you alone" error={errors.description?.message}>
        <TextInput autoComplete="off" {...register('description')} />
      </Field>
      <Field label="Events" error={errors.events?.message}>
        <EventChoice register={register} />
      </Field>
    </>
  );
}

function EventChoice({ register }: Pick<WebhookFieldsProps, 'register'>) {
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
            {...register('events')}
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

/** Returns what the server refused, by field; of an unknown field and without an answer, of the URL. */
export function refusedFields(error: unknown): { name: keyof WebhookFormInput; message: string }[] {
  const fields = errorDetails(error).fields ?? {};
  const named = (['url', 'description', 'events'] as const).flatMap((name) => {
    const message = fields[name];
    return message === undefined ? [] : [{ name, message }];
  });
  if (named.length > 0) return named;
  return [{ name: 'url', message: errorText(error, 'The webhook could not be saved. Please try again.') }];
}
