import type { TemplateGraph } from '#domain/template/template.ts';
import { templateSchema, type WireTemplate } from '#wire/template.ts';
import type { Form } from '#server/db/templates/forms.ts';
import { changeTemplate, type TemplateChanged } from '#server/db/templates/change-template.ts';
import type { Member } from './audience.ts';
import { runOnce, replayStored } from './idempotency.ts';
import { requirePersonForForm } from './scopes.ts';
import type { Context } from './init.ts';

/**
 * Changes a template once for each Idempotency-Key. A replay returns the template as it was after the first
 * run.
 */
export async function changeTemplateOnce(
  ctx: Context & { readonly member: Member },
  operation: string,
  id: string,
  decide: (graph: TemplateGraph, form: Form | null) => TemplateChanged,
): Promise<WireTemplate> {
  return await runOnce<WireTemplate>(ctx, {
    operation,
    run: (finish) =>
      changeTemplate(
        ctx.services,
        ctx.member.organizationId,
        id,
        (graph, form) => {
          requirePersonForForm(ctx.principal, form);
          return decide(graph, form);
        },
        finish,
      ),
    replay: replayStored(templateSchema),
  });
}
