import type { z } from 'zod';
import type { Facts } from '#domain/envelope/facts.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { SendSources } from '#domain/envelope/name.ts';
import { send } from '#domain/envelope/send.ts';
import { refusal } from '#domain/errors.ts';
import { archived } from '#domain/template/archive.ts';
import { instantiate, type Instantiated } from '#domain/template/instantiate.ts';
import type { RecipientInput } from '#domain/template/recipients.ts';
import type { EnvelopeDefaults } from '#domain/organization/defaults.ts';
import type { TemplateGraph } from '#domain/template/template.ts';
import type { instantiateBody } from '#wire/template-input.ts';
import { commitNew, type Alongside } from '#server/commit.ts';
import type { Database } from '#server/db/client/client.ts';
import { readOrganization, type Organization } from '#server/db/organizations/organizations.ts';
import { countUse } from '#server/db/templates/templates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Queue } from '#server/queue.ts';

type Writers = { readonly db: Database; readonly queue: Pick<Queue, 'enqueue'> };
type Wire = { readonly [Key in keyof typeof instantiateBody]?: z.infer<(typeof instantiateBody)[Key]> };
/** A caller's input, with hashes of the access codes. */
type Body = Omit<Wire, 'recipients'> & { readonly recipients?: Readonly<Record<string, RecipientInput>> };
type Sender = { readonly userId: string | null; readonly name: string; readonly email: string };

/** Builds what a template and a caller's input create, before anything is written. */
export function instantiated(
  template: TemplateGraph,
  { recipients = {}, prefill = {}, ...input }: Body,
  sender: Sender,
  facts: Facts,
  { expiryDays = null, canDelegate = true }: Partial<EnvelopeDefaults> = {},
): Instantiated {
  const { displayName, message, copies, senderOrder } = input;
  const id = facts.newId('envelope');
  return instantiate(
    template,
    {
      id,
      recipients,
      prefill,
      displayName,
      message,
      copies,
      senderOrder,
      sender,
      expiryDays,
      delegationDefault: canDelegate,
    },
    facts,
  );
}

/**
 * Creates an envelope from a template, counts the use, and sends the envelope unless told otherwise, all in
 * one transaction. `alongside` runs in it too. Refuses an archived template with `invalid_state`.
 */
export async function writeFromTemplate(
  writers: Writers,
  template: TemplateGraph,
  { autoSend = true, ...body }: Body,
  sender: Sender,
  facts: Facts,
  alongside: Alongside,
): Promise<EnvelopeGraph> {
  const { organizationId, id } = template.template;
  if (template.template.archivedAt !== null) throw archived();
  const organization = await transaction(writers.db, { organizationId }, (tx) =>
    readOrganization(tx, organizationId),
  );
  const sources = sendSources(organization, template);
  const made = instantiated(template, body, sender, facts, organization.defaults);
  if (made.kind === 'refuse') throw refusal(made.code, made.details);
  return await commitNew(
    writers,
    made.empty,
    facts,
    autoSend ? [made.create, (created) => send(created, sources, facts)] : [made.create],
    async (tx, envelope) => {
      if (!(await countUse(tx, organizationId, id, facts.now))) throw archived();
      await alongside(tx, envelope);
    },
  );
}

function sendSources(organization: Organization, { template, roles }: TemplateGraph): SendSources {
  return {
    organizationName: organization.name,
    templateName: template.name,
    senderRoleName: roles.find(({ isSender }) => isSender)?.apiRoleName ?? null,
  };
}
