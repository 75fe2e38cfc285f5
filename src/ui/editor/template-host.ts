import { isAnnotation } from '#domain/field/answer.ts';
import { OWN_ROLE_PREFIX } from '#ui/editor/draft/draft.ts';
import type { EditedGraph } from '#ui/editor/draft/edited-graph.ts';
import { withoutNulls, type DraftBody } from '#ui/editor/draft/write-draft.ts';
import type { EditorHost } from '#ui/editor/host.ts';
import { dashboard } from '#ui/envelopes/dashboard-client.ts';
import type { WireTemplateGraph } from '#wire/template.ts';

/** Runs the editor of a template's fields in the dashboard. Its roles take the place of recipients. */
export function createTemplateHost(
  template: WireTemplateGraph,
  { leave, reload }: Pick<EditorHost, 'leave' | 'reload'>,
): EditorHost {
  const { id } = template.template;
  const back = `/templates/${id}`;
  const names = new Map(template.roles.map((role) => [role.id, role.apiRoleName]));
  return {
    subject: 'template',
    isEmbedded: false,
    keepsMail: false,
    replaced: null,
    back,
    get: async () => toEditedGraph(await dashboard.template.get.query({ id })),
    save: async (version, body) =>
      toEditedGraph(
        await dashboard.template.putFields.mutate({
          id,
          expectedUpdatedAt: new Date(version).toISOString(),
          fields: withoutNulls(body).fields.map((field) => writeField(field, names)),
        }),
      ),
    send: () => Promise.reject(new Error('a template can’t be sent')),
    previewRequest: null,
    remove: null,
    findText: (wanted) => dashboard.template.findText.query({ id, ...wanted }),
    document: async () => {
      const response = await fetch(`${back}/document`);
      if (!response.ok) throw new Error(`the document request failed with status ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
    saved: () => {},
    ended: () => {},
    leave,
    reload,
  };
}

/** Returns a template in the form that the editor reads. The time of its last change is its version. */
export function toEditedGraph({ template, roles, fields }: WireTemplateGraph): EditedGraph {
  return {
    envelope: {
      id: template.id,
      version: Date.parse(template.updatedAt),
      status: 'draft',
      displayName: template.name,
      createdAt: template.createdAt,
      scheduledSendAt: null,
      documentHash: template.contentHash,
      documentStatus: 'received',
      detectionStatus: 'none',
      documents: [],
      detectedParties: null,
      legalFramework: template.legalFramework,
      consumerDisclosure: template.consumerDisclosure,
      expiresAt: null,
      reminderPolicy: template.reminderPolicy,
      message: template.message,
      copies: [],
    },
    participants: roles.map(({ id, name, role, delivery, orderIndex }) => ({
      ...{ id, name, role, delivery, orderIndex },
      email: '',
      company: null,
      title: null,
      language: null,
      authentication: { method: 'link' as const, phone: null, provider: null },
      signing: { method: 'click' as const },
      canDelegate: false,
      message: null,
      detectedPartyIndex: null,
    })),
    fields: fields.map(({ roleId, templateId: _template, prefillKey: _key, ...field }) => ({
      ...field,
      participantId: roleId,
      source: 'template' as const,
      proposedAutoSource: null,
      partyIndex: null,
      syntheticRoleId: null,
      syntheticRoleName: null,
    })),
  };
}

/** A role has no email address, so the editor writes its fields as those of a role of its own. */
function writeField(
  {
    participantIndex: _participant,
    partyIndex: _party,
    syntheticRoleId,
    syntheticRoleName: _name,
    source: _source,
    proposedAutoSource: _proposed,
    anchor: _anchor,
    ...field
  }: DraftBody['fields'][number],
  names: ReadonlyMap<string, string>,
) {
  const roleId = syntheticRoleId?.slice(OWN_ROLE_PREFIX.length) ?? '';
  return {
    ...field,
    roleApiName: isAnnotation({ type: field.type ?? 'signature' }) ? null : (names.get(roleId) ?? ''),
  };
}
