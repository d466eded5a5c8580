import {
  changedTemplateOutput,
  createTemplateInput,
  deletedTemplateOutput,
  MAX_MESSAGE_TEMPLATES,
  messageTemplateRef,
  messageTemplatesOutput,
  updateTemplateInput,
  type MessageTemplates,
  type MessageTemplateView,
} from '#shared/schemas/campaigns/message-templates.ts';
import type { CampaignPages } from '#server/features/campaigns/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { undoUnlessSignedIn } from '#server/platform/trpc/context.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import type { TemplateRecord, TemplateStore } from './template-store.ts';

export interface TemplatesDeps {
  store: TemplateStore;
  clock: Clock;
  campaigns: CampaignPages;
}

/** Procedures on the caller's message templates; only the screens use them. */
export function createTemplatesRouter(deps: TemplatesDeps) {
  const { store, clock } = deps;
  const templateProcedure = createTemplateProcedure(store);
  return router({
    list: protectedProcedure.output(messageTemplatesOutput).query(async ({ ctx: { user } }) => ({
      templates: (await store.ofUser(user.uid)).map(present),
      last_message: await lastMessageOf(deps.campaigns, user.uid),
    })),

    create: protectedProcedure
      .input(createTemplateInput)
      .output(changedTemplateOutput)
      .mutation(async ({ ctx, input }) => {
        const { uid } = ctx.user;
        const template = { _id: newId(), uid, ...input, changedAt: clock.now() };
        const outcome = await store.insert(template);
        if (outcome === 'name taken') throw nameTaken(input.name);
        if (outcome === 'full') throw limitReached();
        await undoUnlessSignedIn(ctx, () => store.remove(uid, template._id));
        return { template: present(template) };
      }),

    update: templateProcedure
      .input(updateTemplateInput)
      .output(changedTemplateOutput)
      .mutation(async ({ ctx: { user, template }, input: { name, text } }) => {
        const change = {
          ...(name !== undefined && { name }),
          ...(text !== undefined && { text }),
          changedAt: clock.now(),
        };
        const changed = await store.change(user.uid, template._id, change);
        if (changed === 'name taken') throw nameTaken(name ?? template.name);
        // Another request may have deleted it meanwhile.
        if (changed === undefined) throw notFound('Template');
        return { template: present(changed) };
      }),

    delete: templateProcedure
      .input(messageTemplateRef.strict())
      .output(deletedTemplateOutput)
      .mutation(async ({ ctx: { user, template } }) => {
        await store.remove(user.uid, template._id);
        return { success: true };
      }),
  });
}

/** A procedure on one of the caller's templates; adds `ctx.template`. Responds 401, then 404, and validates the rest afterwards. */
function createTemplateProcedure(store: TemplateStore) {
  return protectedProcedure.input(messageTemplateRef).use(async ({ ctx, input, next }) => {
    const template = await store.findOwned(ctx.user.uid, input.id);
    if (template === undefined) throw notFound('Template');
    return next({ ctx: { ...ctx, template } });
  });
}

/** Returns what the first campaign of the user's list says. */
async function lastMessageOf(
  campaigns: CampaignPages,
  uid: string,
): Promise<MessageTemplates['last_message']> {
  const [latest] = await campaigns.page(uid, { limit: 1 });
  return latest === undefined ? null : { campaign_name: latest.name, text: latest.message };
}

function present({ _id, name, text, changedAt }: Omit<TemplateRecord, 'slot'>): MessageTemplateView {
  return { id: _id, name, text, changed_at: changedAt.toISOString() };
}

function nameTaken(name: string): AppError {
  const text = `You already have a template named "${name}".`;
  return new AppError('ALREADY_EXISTS', text, { fields: { name: text } });
}

function limitReached(): AppError {
  const text = `You can have ${String(MAX_MESSAGE_TEMPLATES)} templates. Delete one that you no longer use.`;
  return new AppError('LIMIT_REACHED', text);
}
