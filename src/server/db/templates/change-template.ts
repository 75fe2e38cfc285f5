import { createRefusal } from '#domain/errors.ts';
import type { Template, TemplateGraph } from '#domain/template/template.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { type Form, readTemplateForm } from './forms.ts';
import { lockTemplate, readTemplate, replaceFields, updateTemplate, writeRoles } from './templates.ts';
import { transaction } from '#server/db/client/transaction.ts';

type Services = { readonly db: Database };

/** A template, with its roles if they have changed. */
export type TemplateChanged = Pick<TemplateGraph, 'template'> & Partial<Pick<TemplateGraph, 'roles'>>;

/** Returns the organization's template; refuses with `not_found`. */
export async function loadTemplate(
  services: Services,
  organizationId: string,
  id: string,
): Promise<TemplateGraph> {
  return requireFound(
    await transaction(services.db, { organizationId }, (tx) => readTemplate(tx, organizationId, id)),
  );
}

/**
 * Changes an existing template. This is the only way to do so: it locks, loads, decides and writes in one
 * transaction. An unchanged template isn't written. The decision also receives the template's public form.
 * `alongside` runs in the same transaction. Refuses with `not_found`.
 */
export async function changeTemplate(
  services: Services,
  organizationId: string,
  id: string,
  decide: (graph: TemplateGraph, form: Form | null) => TemplateChanged,
  alongside?: (tx: Transaction, changed: Template) => Promise<void>,
): Promise<Template> {
  return await transaction(services.db, { organizationId }, async (tx) => {
    // A statement that runs after the lock reads the latest row.
    await lockTemplate(tx, organizationId, id);
    const graph = requireFound(await readTemplate(tx, organizationId, id));
    const { template, roles } = decide(graph, await readTemplateForm(tx, id));
    if (template !== graph.template) await updateTemplate(tx, template);
    if (roles !== undefined) await writeRoles(tx, id, roles);
    await alongside?.(tx, template);
    return template;
  });
}

/**
 * Replaces the fields of an existing template in the same way as `changeTemplate`. `finish` runs in the same
 * transaction.
 */
export async function changeTemplateFields(
  services: Services,
  organizationId: string,
  id: string,
  decide: (graph: TemplateGraph, form: Form | null) => TemplateGraph,
  finish: (tx: Transaction, changed: TemplateGraph) => Promise<void>,
): Promise<TemplateGraph> {
  return await transaction(services.db, { organizationId }, async (tx) => {
    await lockTemplate(tx, organizationId, id);
    const graph = requireFound(await readTemplate(tx, organizationId, id));
    const changed = decide(graph, await readTemplateForm(tx, id));
    await replaceFields(tx, changed);
    await updateTemplate(tx, changed.template);
    await finish(tx, changed);
    return changed;
  });
}

function requireFound(graph: TemplateGraph | null): TemplateGraph {
  if (graph === null) throw createRefusal('not_found');
  return graph;
}
