import { describe, expect, it } from 'vitest';
import type { Services } from '#server/runtime/services.ts';
import { readDocument } from '#server/jobs/read-document.ts';
import { addDocument, inBody, namesOf, removeDocument, reorder } from '../../support/added-documents.ts';
import { expectInvalidState } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';
import { oneFieldForm } from '../../support/one-field-form.ts';
import { expectGraph } from '../../support/shapes.ts';
import { actionsOf, jobsOf } from '../../support/traces.ts';

const api = useApi({ alone: true });

/** A draft whose first file has two pages and is being read. The test runs the job itself. */
async function reading() {
  const { apiKey: key, organizationId } = await api.tenant();
  const document = inBody(oneFieldForm('First', 2));
  const { envelope } = (
    await createDraft(api, key, { document, detect: false, participants: [], fields: [] })
  ).json;
  const id = envelope.id as string;
  const body = { expectedVersion: envelope.version as number };
  const begun = await api.ask('POST /api/v1/envelopes/{id}/detect', { key, path: { id }, body });
  expect(begun.json.envelope).toMatchObject({ status: 'detecting', detectionStatus: 'running' });
  return {
    ...{ key, id, organizationId, version: begun.json.envelope.version },
    get: async () => (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json,
    add: (label: string, extra: object = {}) =>
      addDocument(api, key, id, `${label}.pdf`, {
        ...{ document: inBody(oneFieldForm(label)), detect: true },
        ...extra,
      }),
    jobs: async () => (await jobsOf(api, id)).length,
    begin: (services?: Services) => beginJob({ organizationId, envelopeId: id }, services),
    work: async (during?: () => Promise<unknown>, services?: Services) => {
      const job = await beginJob({ organizationId, envelopeId: id }, services);
      try {
        await during?.();
      } finally {
        await job.end();
      }
    },
  };
}

/** Starts the job, which pauses after opening the first file. */
async function beginJob(
  target: Parameters<typeof readDocument>[1],
  services: Services = api.services,
  lastAttempt = true,
): Promise<{ readonly end: () => Promise<void> }> {
  let begins = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => (begins = resolve));
  let go = (): void => undefined;
  const mayGo = new Promise<void>((resolve) => (go = resolve));
  const { detector } = services;
  const held: Services = {
    ...services,
    detector: {
      ...detector,
      detect: async (...args) => {
        begins();
        await mayGo;
        return await detector.detect(...args);
      },
    },
  };
  const working = readDocument(held, target, lastAttempt);
  await Promise.race([hasBegun, working]);
  return {
    end: async () => {
      go();
      await working;
    },
  };
}

type Graph = Awaited<ReturnType<Awaited<ReturnType<typeof reading>>['get']>>;
const found = ({ fields }: Graph) =>
  fields.map(({ label, page }) => [label, page] as const).sort(([, one], [, other]) => one - other);

/** Runs the queued jobs, like a worker. */
async function drain({ get, work }: Awaited<ReturnType<typeof reading>>): Promise<Graph> {
  for (let graph = await get(); ; graph = await get()) {
    if (graph.envelope.detectionStatus !== 'queued') return graph;
    await work();
  }
}

describe('a document that is added while the first one is read', () => {
  it('is taken, and read once the first has been', async () => {
    const draft = await reading();
    await draft.work(async () => {
      const added = await draft.add('Second');
      expect(added.status).toBe(201);
      expectGraph(added.json);
      expect(added.json.envelope).toMatchObject({
        ...{ status: 'detecting', detectionStatus: 'running', pageCount: 3, version: draft.version + 1 },
      });
      // The running job takes care of it.
      expect(await draft.jobs()).toBe(1);
    });
    const between = await draft.get();
    expect(between.envelope).toMatchObject({ status: 'review', detectionStatus: 'queued' });
    expect(found(between)).toEqual([['First', 2]]);
    expect(await draft.jobs()).toBe(2);
    const graph = await drain(draft);
    expect(graph.envelope).toMatchObject({ status: 'review', detectionStatus: 'completed' });
    expect(found(graph)).toEqual([
      ['First', 2],
      ['Second', 3],
    ]);
    expect(await draft.jobs()).toBe(2);
    expect(await actionsOf(api, draft.key, draft.id)).toEqual([
      'envelope.created',
      'envelope.detection_started',
      'envelope.document_added',
      'envelope.detection_completed',
      'envelope.detection_started',
      'envelope.detection_completed',
    ]);
  });

  it('can be one of several, at the same moment too', async () => {
    const draft = await reading();
    await draft.work(async () => {
      const answers = await Promise.all(['A', 'B', 'C'].map((label) => draft.add(label)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    });
    const graph = await drain(draft);
    expect(
      found(graph)
        .map(([label]) => label)
        .sort(),
    ).toEqual(['A', 'B', 'C', 'First']);
    expect(graph.envelope.documents.map(({ name, firstPage }) => [`${name}`, firstPage]).slice(1)).toEqual(
      found(graph)
        .slice(1)
        .map(([label, page]) => [`${label}.pdf`, page]),
    );
    // One for the first file, and one for everything that was added meanwhile.
    expect(await draft.jobs()).toBe(2);
  });

  it('is not read if detection is not wanted', async () => {
    const draft = await reading();
    await draft.work(() => draft.add('Second', { detect: false }));
    const graph = await draft.get();
    expect(graph.envelope).toMatchObject({ status: 'review', detectionStatus: 'completed' });
    expect(found(graph)).toEqual([['First', 2]]);
  });

  it('is read together with the first, if the process that read was killed', async () => {
    const draft = await reading();
    expect((await draft.add('Second')).status).toBe(201);
    // The queue gives the job to another process, which starts over.
    await draft.work();
    expect((await draft.get()).envelope).toMatchObject({ status: 'review', detectionStatus: 'completed' });
    expect(found(await draft.get())).toEqual([
      ['First', 2],
      ['Second', 3],
    ]);
  });

  it('is read although the first could not be', async () => {
    const draft = await reading();
    const unreadable: Services = {
      ...api.services,
      detector: {
        ...api.services.detector,
        detect: async () => ({ kind: 'ended', cause: 'memory' }) as const,
      },
    };
    await draft.work(() => draft.add('Second'), unreadable);
    const graph = await drain(draft);
    expect(graph.envelope).toMatchObject({ status: 'review', detectionStatus: 'completed' });
    expect(found(graph)).toEqual([['Second', 3]]);
    expect(await actionsOf(api, draft.key, draft.id)).toContain('envelope.detection_failed');
  });

  it('is read whenever it comes, also at the moment when reading ends', async () => {
    for (let round = 0; round < 8; round += 1) {
      const draft = await reading();
      const [answer] = await Promise.all([draft.add('Second'), draft.work()]);
      expect(answer.status).toBe(201);
      const graph = await drain(draft);
      expect(graph.envelope).toMatchObject({ status: 'review', detectionStatus: 'completed' });
      expect(found(graph)).toEqual([
        ['First', 2],
        ['Second', 3],
      ]);
    }
  });

  it('is read once its bytes have been uploaded', async () => {
    const draft = await reading();
    const { key, id } = draft;
    const complete = () =>
      api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id }, body: {} });
    await draft.work(async () => {
      const added = await draft.add('Second', { document: undefined });
      expect(added.status).toBe(201);
      const { pathname } = new URL(added.json.upload.url);
      expect((await complete()).json.documentReceived).toBe(false);
      expect((await api.call('PUT', pathname, { key, raw: oneFieldForm('Second') })).status).toBe(204);
      const completed = await complete();
      expect(completed.json).toMatchObject({ documentReceived: true });
      expect(completed.json.envelope.envelope.status).toBe('detecting');
      expect(await draft.jobs()).toBe(1);
    });
    expect(found(await drain(draft))).toEqual([
      ['First', 2],
      ['Second', 3],
    ]);
  });

  it('is read if detection was asked for before its bytes came', async () => {
    const draft = await reading();
    const { key, id } = draft;
    await draft.work();
    const added = await draft.add('Second', { document: undefined });
    expect(added.status).toBe(201);
    const body = { expectedVersion: added.json.envelope.version as number };
    await api.ask('POST /api/v1/envelopes/{id}/detect', { key, path: { id }, body });
    await draft.work(async () => {
      await api.call('PUT', new URL(added.json.upload.url).pathname, { key, raw: oneFieldForm('Second') });
      await api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key, path: { id }, body: {} });
    });
    expect(found(await drain(draft))).toEqual([
      ['First', 2],
      ['Second', 3],
    ]);
  });
});

describe('before detection has begun', () => {
  async function queued() {
    const { apiKey: key, organizationId } = await api.tenant();
    const document = inBody(oneFieldForm('First', 2));
    const { envelope } = (
      await createDraft(api, key, { document, detect: true, participants: [], fields: [] })
    ).json;
    const id = envelope.id as string;
    return {
      begin: () => beginJob({ organizationId, envelopeId: id }, api.services, false),
      get: async () => (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json,
      draft: async (body: object) =>
        (await api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body: body as never }))
          .status,
    };
  }

  it('the draft can be worked on while its files are read', async () => {
    const { begin, get, draft } = await queued();
    const job = await begin();
    expect((await get()).envelope).toMatchObject({ status: 'draft', detectionStatus: 'queued' });
    expect(await draft({ displayName: 'Lease of the harbor house' })).toBe(200);
    await job.end();
    const graph = await get();
    expect(graph.envelope).toMatchObject({ status: 'review', detectionStatus: 'completed' });
    expect(graph.envelope.displayName).toBe('Lease of the harbor house');
    expect(found(graph)).toEqual([['First', 2]]);
  });

  it('whoever places fields meanwhile gets no others', async () => {
    const { begin, get, draft } = await queued();
    const job = await begin();
    const box = { x: 0.1, y: 0.1, width: 0.3, height: 0.05 };
    const field = { ...box, type: 'text', page: 1, label: 'Mine', participantIndex: 0 };
    const participants = [{ name: 'Ada', email: 'ada@example.com' }];
    expect(await draft({ participants, fields: [field] })).toBe(200);
    await job.end();
    const graph = await get();
    expect(graph.envelope).toMatchObject({ status: 'draft', detectionStatus: 'none' });
    expect(found(graph)).toEqual([['Mine', 1]]);
  });

  it('a further file is read by the same job', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const document = inBody(oneFieldForm('First', 2));
    const { envelope } = (
      await createDraft(api, key, { document, detect: true, participants: [], fields: [] })
    ).json;
    expect(envelope).toMatchObject({ status: 'draft', detectionStatus: 'queued' });
    const second = { document: inBody(oneFieldForm('Second')), detect: true };
    expect((await addDocument(api, key, envelope.id, 'Second.pdf', second)).status).toBe(201);
    expect(await jobsOf(api, envelope.id)).toHaveLength(1);
    await readDocument(api.services, { organizationId, envelopeId: envelope.id }, true);
    const graph = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: envelope.id } })).json;
    expect(graph.envelope).toMatchObject({ status: 'review', detectionStatus: 'completed' });
    expect(found(graph)).toEqual([
      ['First', 2],
      ['Second', 3],
    ]);
  });
});

describe('documents that move while they are read', () => {
  it('get their fields where their pages are then', async () => {
    const draft = await reading();
    await draft.work(async () => {
      const { envelope } = (await draft.add('Second')).json;
      const [first, second] = envelope.documents.map(({ id }: { id: string }) => id);
      const moved = await reorder(api, draft.key, draft.id, [second, first]);
      expect(moved.status).toBe(200);
      expect(namesOf(moved.json)).toEqual(['Second.pdf', 'Agreement.pdf']);
    });
    expect(found(await draft.get())).toEqual([['First', 3]]);
    expect(found(await drain(draft))).toEqual([
      ['Second', 1],
      ['First', 3],
    ]);
  });

  it('get none if they are removed', async () => {
    const draft = await reading();
    await draft.work(async () => {
      const { envelope } = (await draft.add('Second')).json;
      const [first, second] = envelope.documents.map(({ id }: { id: string }) => id);
      expect((await removeDocument(api, draft.key, draft.id, first)).status).toBe(200);
      expectInvalidState(
        await removeDocument(api, draft.key, draft.id, second),
        'detecting',
        'last_document',
      );
    });
    expect((await draft.get()).fields).toEqual([]);
    const graph = await drain(draft);
    expect(graph.envelope).toMatchObject({ status: 'review', detectionStatus: 'completed', pageCount: 1 });
    expect(found(graph)).toEqual([['Second', 1]]);
  });

  it('get none a second time from a job that was overtaken', async () => {
    const draft = await reading();
    const { key, id, organizationId } = draft;
    const overtaken = await draft.begin();
    // Another process took over the job, and the sender removed what it had found.
    await readDocument(api.services, { organizationId, envelopeId: id }, true);
    expect(found(await draft.get())).toEqual([['First', 2]]);
    await api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body: { fields: [] } });
    expect((await draft.add('Second')).status).toBe(201);
    const next = await draft.begin();
    expect((await draft.get()).envelope.status).toBe('detecting');
    await overtaken.end();
    expect(found(await draft.get())).toEqual([]);
    await next.end();
    expect(found(await drain(draft))).toEqual([['Second', 3]]);
  });
});
