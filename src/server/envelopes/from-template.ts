import type { z } from 'zod';
import type { Facts } from '#domain/envelope/facts.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { SendSources } from '#domain/envelope/name.ts';
import { send } from '#domain/envelope/send.ts';
import { createRefusal } from '#domain/errors.ts';
import { createArchivedRefusal } from '#domain/template/archive.ts';
import { instantiate, type Instantiated } from '#domain/template/instantiate.ts';
import type { RecipientInput } from '#domain/template/recipients.ts';
import type { EnvelopeDefaults } from '#domain/organization/defaults.ts';
import type { TemplateGraph } from '#domain/template/template.ts';
import { getTemplateVariables } from '#domain/template/variables.ts';
import { fillTemplate, type Filling, type Waiting } from '#server/document/fill-template.ts';
import type { instantiateBody } from '#wire/template-input.ts';
import { commitNew, type Alongside } from '#server/commit.ts';
import { readOrganization, type Organization } from '#server/db/organizations/organizations.ts';
import { countUse } from '#server/db/templates/templates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Queue } from '#server/queue.ts';
import type { Means } from '#domain/envelope/authentication.ts';
import type { Services } from '#server/runtime/services.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { readMeans } from './means.ts';

type Writers = Filling & Pick<Services, 'db' | 'sms' | 'config'> & { readonly queue: Pick<Queue, 'enqueue'> };
type Wire = { readonly [Key in keyof typeof instantiateBody]?: z.infer<(typeof instantiateBody)[Key]> };
/** A caller's input, with access codes replaced by hashes. */
type Body = Omit<Wire, 'recipients'> & {
  readonly recipients?: Readonly<Record<string, RecipientInput>>;
  /** Default: the organization's; null for none. */
  readonly expiryDays?: number | null | undefined;
};
type Sender = { readonly userId: string | null; readonly name: string; readonly email: string };

/** Builds what a template and a caller's input produce, before anything is written. */
export function instantiateTemplate(
  template: TemplateGraph,
  { recipients = {}, prefill = {}, ...input }: Body,
  sender: Sender,
  facts: Facts,
  { expiryDays = null, canDelegate = true }: Partial<EnvelopeDefaults> = {},
): Instantiated {
  const { displayName, message, copies, senderOrder, variables } = input;
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
      variables,
      sender,
      expiryDays,
      delegationDefault: canDelegate,
    },
    facts,
  );
}

/**
 * Creates an envelope from a template, counts the use, and sends the envelope unless told otherwise.
 * `alongside` runs in the same transaction. Refuses an archived template with `invalid_state`.
 */
export async function writeFromTemplate(
  writers: Writers,
  template: TemplateGraph,
  { autoSend = true, expiryDays, ...body }: Body,
  sender: Sender,
  facts: Facts,
  alongside: Alongside,
  waiting: Waiting = 'request',
): Promise<EnvelopeGraph> {
  const { organizationId, id } = template.template;
  if (template.template.archivedAt !== null) throw createArchivedRefusal();
  const [organization, means] = await Promise.all([
    transaction(writers.db, { organizationId }, (tx) => readOrganization(tx, organizationId)),
    readMeans(writers, organizationId),
  ]);
  const sources = {
    ...sendSources(organization, template, means),
    senderTimeZone: await readTimeZone(writers, sender, [template, body]),
  };
  const { defaults: own } = organization;
  const defaults = expiryDays === undefined ? own : { ...own, expiryDays };
  const make = (from: TemplateGraph) => {
    const result = instantiateTemplate(from, body, sender, facts, defaults);
    if (result.kind === 'refuse') throw createRefusal(result.code, result.details);
    return result;
  };
  // A refusal should come before anything is converted, since converting takes much longer.
  const planned = make(template);
  const made =
    getTemplateVariables(template).length === 0
      ? planned
      : make(await fillTemplate(writers, template, body.variables ?? {}, waiting));
  return await commitNew(
    writers,
    made.empty,
    facts,
    autoSend ? [made.create, (created) => send(created, sources, facts)] : [made.create],
    async (tx, envelope) => {
      if (!(await countUse(tx, organizationId, id, facts.now))) throw createArchivedRefusal();
      await alongside(tx, envelope);
    },
  );
}

/** Returns the sender's time zone if a name or message has a token for the date, which is the date there. */
async function readTimeZone({ db }: Writers, { userId }: Sender, texts: unknown): Promise<string | null> {
  if (userId === null || !DATE_TOKEN.test(JSON.stringify(texts))) return null;
  return (await readUser(db.drizzle, userId))?.timeZone ?? null;
}

/** Tokens have no spaces, and a date needs no pattern. */
const DATE_TOKEN = /\{date[:}]/u;

function sendSources(
  organization: Organization,
  { template, roles }: TemplateGraph,
  means: Means,
): Omit<SendSources, 'senderTimeZone'> {
  return {
    means,
    organizationName: organization.name,
    templateName: template.name,
    senderRoleName: roles.find(({ isSender }) => isSender)?.apiRoleName ?? null,
    // The template was checked as a whole before.
    crowded: [],
    versions: null,
  };
}
