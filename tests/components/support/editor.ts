import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-svelte';
import { NO_DETAILS } from '#domain/field/details.ts';
import { FIRST_DEFAULTS } from '#domain/organization/defaults.ts';
import type { EditedGraph } from '#ui/editor/draft/edited-graph.ts';
import type { DraftBody } from '#ui/editor/draft/write-draft.ts';
import Editor from '#ui/editor/Editor.svelte';
import type { EditorHost } from '#ui/editor/host.ts';
import { RefusedCall } from '#ui/envelopes/dashboard-client.ts';
import { makePages } from './pdf.ts';
import { dragOnto } from './pointer.ts';

type Field = EditedGraph['fields'][number];
type Person = EditedGraph['participants'][number];

const NOW = '2026-11-21T09:00:00.000Z';

const PERSON: Person = {
  ...{ id: 'par_1', name: 'Ada', email: 'ada@example.com', company: null, title: null, language: null },
  ...{ role: 'signer', delivery: 'email', canDelegate: true, message: null, orderIndex: 0 },
  authentication: { method: 'link', phone: null, provider: null },
  signing: { method: 'click' },
  detectedPartyIndex: null,
};

const FIELD: Field = {
  ...NO_DETAILS,
  ...{ id: 'fld_1', key: 'text', type: 'text', page: 1, x: 0.1, y: 0.1, width: 0.3, height: 0.03 },
  ...{ participantId: 'par_1', partyIndex: null, syntheticRoleId: null, syntheticRoleName: null },
  ...{ source: 'manual', label: null, required: true, options: null, group: null },
  ...{ prefillValue: null, locked: false, autoSource: null, proposedAutoSource: null, condition: null },
};

/** What the editor opens with. Without people there is Ada; fields are hers unless they say otherwise. */
type Begun = {
  readonly pages?: number;
  readonly people?: readonly Partial<Person>[];
  readonly fields?: readonly Partial<Field>[];
  readonly envelope?: Partial<EditedGraph['envelope']>;
  readonly host?: Partial<EditorHost>;
};

/** An editor with a host that keeps the draft in memory. */
type OpenedEditor = {
  /** The envelope as it was last kept. */
  readonly kept: () => EditedGraph;
  /** Changes the envelope as somebody else would: the editor finds out when it saves. */
  readonly change: (change: (graph: EditedGraph) => EditedGraph) => void;
  /** Opens the editor again with what was kept, as a reload does. */
  readonly reopen: () => Promise<void>;
};

/** Renders the editor with a document of two pages, unless told otherwise, and waits until the first is drawn. */
export async function openEditor({
  pages = 2,
  people = [PERSON],
  fields = [],
  envelope = {},
  host = {},
}: Begun = {}): Promise<OpenedEditor> {
  // An editor that closes keeps what isn't saved for the next one in this tab.
  cleanup();
  sessionStorage.clear();
  let graph: EditedGraph = {
    envelope: {
      ...{ id: 'env_1', version: 1, status: 'draft', displayName: 'Lease', createdAt: NOW },
      ...{ scheduledSendAt: null, documentHash: 'a'.repeat(64), documentStatus: 'received' },
      ...{ detectionStatus: 'completed', documents: [], detectedParties: null, legalFramework: 'esign_ueta' },
      ...{ consumerDisclosure: false, expiresAt: null, reminderPolicy: null, message: null, copies: [] },
      ...envelope,
    },
    participants: people.map((person, index) => ({
      ...{ ...PERSON, id: `par_${index + 1}`, orderIndex: index },
      ...person,
    })),
    fields: fields.map((field, index) => ({ ...FIELD, id: `fld_${index + 1}`, ...field })),
  };
  const own: EditorHost = {
    ...{ subject: 'envelope', isEmbedded: false, keepsMail: false, replaced: null, back: '/envelopes' },
    ...{ previewRequest: null, findText: null, remove: null },
    get: () => Promise.resolve(graph),
    save: (expectedVersion, body) => {
      const { version } = graph.envelope;
      if (version !== expectedVersion)
        return Promise.reject(new RefusedCall({ code: 'version_conflict', message: '' }));
      graph = keep(graph, body);
      return Promise.resolve(graph);
    },
    document: () => Promise.resolve(makePages(pages)),
    ...{ send: unasked, leave: unasked, reload: unasked },
    ...{ saved: () => undefined, ended: () => undefined },
    ...host,
  };
  const open = async () => {
    cleanup();
    const sitting = {
      ...{ graph, mark: '', defaults: FIRST_DEFAULTS, methods: [], canEmbed: false },
      user: { id: 'usr_1', email: 'grace@acme.example' },
    };
    await render(Editor, { sitting, host: own });
    await expect.element(page.getBySelector('[data-page="1"] canvas')).toBeInTheDocument();
  };
  await open();
  return {
    kept: () => graph,
    change: (change) => {
      const { envelope, ...changed } = change(graph);
      graph = { ...changed, envelope: { ...envelope, version: envelope.version + 1 } };
    },
    reopen: open,
  };
}

/** A page of the document. */
export function sheet(number: number): Locator {
  return page.getBySelector(`[data-page="${number}"]`);
}

/** The placed fields whose description begins so. */
export function placed(description = /^/): Locator {
  return page.getBySelector('[id^="field-"]').and(page.getByRole('button', { name: description }));
}

/** The button of the palette for a field type. */
export function palette(type: string): Locator {
  return page
    .getByRole('group', { name: 'Fields to place' })
    .getByRole('button', { name: type, exact: true });
}

/** Drags a type from the palette to a point of a page, in fractions. */
export async function dragOntoPage(
  type: string,
  at: { readonly page: number; readonly x: number; readonly y: number },
): Promise<void> {
  await dragOnto(palette(type), sheet(at.page), at);
}

/** Adds a recipient by keyboard. */
export async function addRecipient(name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Add recipient' }).click();
  await userEvent.keyboard(`${name}{Tab}${email}`);
}

/** Waits until the editor says that everything is kept. */
export async function saved(): Promise<void> {
  await expect.element(page.getByRole('banner').getByRole('status')).toHaveTextContent('Saved');
}

/** The envelope as the server would keep what was saved. */
function keep(graph: EditedGraph, body: DraftBody): EditedGraph {
  const participants = body.participants.map((person, index) => ({
    ...PERSON,
    ...present(person),
    authentication: PERSON.authentication,
    id: graph.participants[index]?.id ?? `par_${index + 1}`,
    orderIndex: person.orderIndex ?? index,
  }));
  const fields = body.fields.map(({ participantIndex, ...field }, index) => ({
    ...FIELD,
    ...present(field),
    id: `fld_${index + 1}`,
    key: field.key ?? field.label ?? '',
    participantId: participantIndex == null ? null : (participants[participantIndex]?.id ?? null),
  }));
  const { id: _, ...kept } = graph.envelope;
  return {
    envelope: {
      ...kept,
      ...{ id: graph.envelope.id, version: graph.envelope.version + 1, displayName: body.displayName },
      ...body.policy,
    } as EditedGraph['envelope'],
    participants: participants as readonly Person[],
    fields: fields as readonly Field[],
  };
}

function present<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}

function unasked(): Promise<never> {
  return Promise.reject(new Error('no test asked for this'));
}
