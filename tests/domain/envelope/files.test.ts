import { describe, expect, it } from 'vitest';
import { addFile } from '#domain/envelope/files/add-file.ts';
import { removeFile, reorderFiles } from '#domain/envelope/files/arrange-files.ts';
import { joinNotices, placeFiles, createReceivedFile } from '#domain/envelope/files/file.ts';
import type { FoundTag } from '#domain/document/tags.ts';
import { completeDetection, type FoundField, mergeFound, requestDetection } from '#domain/envelope/detect.ts';
import { mergeFoundInFiles } from '#domain/envelope/files/found-in-files.ts';
import {
  processFile,
  receiveFile,
  refuseFile,
  refuseFileUpload,
} from '#domain/envelope/files/receive-file.ts';
import { findDocument, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import { send } from '#domain/envelope/send.ts';
import { ADDED, contentNamed, ofFiles, twoFiles, USUAL } from '../../support/files.ts';
import { accepted, after, draftGraph, factsAt, refused, SOURCES } from '../../support/graphs.ts';

const facts = factsAt();
const ids = ({ files }: EnvelopeGraph) => files.map(({ id }) => id);
const pages = ({ fields }: EnvelopeGraph) => fields.map(({ page }) => page);

/** Two files, with a field on page 2 and one on the first page of the second file. */
function withFields(): EnvelopeGraph {
  const graph = twoFiles();
  const fields = graph.fields.map((field, index) => ({ ...field, page: index === 0 ? 2 : 4 }));
  return { ...graph, fields };
}

function awaiting(detect = false): EnvelopeGraph {
  const graph = draftGraph();
  return after(graph, ofFiles(addFile(graph, { ...ADDED, content: 'awaited', detect }, facts)));
}

describe('removing a document with rules', () => {
  /** The field on page 2 is shown only under a condition on the second file's field. */
  function withRule(): EnvelopeGraph {
    const graph = withFields();
    const [first, second] = graph.fields;
    if (first === undefined || second === undefined) throw new Error('two fields are expected');
    const condition = { all: [{ key: 'answer', isFilled: true }] } as const;
    return {
      ...graph,
      fields: [
        { ...first, condition },
        { ...second, key: 'answer' },
      ],
    } as EnvelopeGraph;
  }

  it('is refused while a field elsewhere reads one of its fields', () => {
    const graph = withRule();
    const refusal = refused(ofFiles(removeFile(graph, ids(graph)[1] ?? '', facts)));
    expect(refusal.details).toMatchObject({
      reason: 'fields_in_use',
      fields: [graph.fields[0]?.id],
    });
  });

  it('is possible if the field that reads goes with it', () => {
    const graph = withRule();
    const left = after(graph, ofFiles(removeFile(graph, ids(graph)[0] ?? '', facts)));
    expect(left.fields.map(({ key }) => key)).toEqual(['answer']);
  });
});

describe('adding a document', () => {
  it('puts it after the others and keeps what the first one says of the envelope', () => {
    const before = draftGraph();
    const graph = twoFiles();
    expect(placeFiles(graph.files)).toMatchObject([
      { name: 'Agreement.pdf', firstPage: 1, pageCount: 3 },
      { name: 'Annex.pdf', firstPage: 4, pageCount: 2 },
    ]);
    const { originalFilename, contentHash, sourceFormat, sizeBytes } = before.envelope;
    expect(graph.envelope).toMatchObject({ originalFilename, contentHash, sourceFormat, sizeBytes });
    expect(findDocument(graph, 'prepared')?.pageCount).toBe(5);
    expect(pages(graph)).toEqual([1, 1]);
  });

  it('says in the event what was added and where', () => {
    const { events } = accepted(ofFiles(addFile(draftGraph(), ADDED, facts)));
    expect(events[0]?.payload).toMatchObject({ name: 'Annex.pdf', firstPage: 4, pageCount: 2, notices: [] });
  });

  it('detects only its fields, and no others whose detection was canceled', () => {
    const canceled = draftGraph({ detect: true });
    const graph = after(
      canceled,
      ofFiles(
        addFile(
          { ...canceled, envelope: { ...canceled.envelope, detectionStatus: 'none' } },
          { ...ADDED, detect: true },
          facts,
        ),
      ),
    );
    expect(graph.files.map(({ detectionWanted }) => detectionWanted)).toEqual([false, true]);
    expect(graph.envelope.detectionStatus).toBe('queued');
  });

  it('is refused beyond the maximum, and before there is a first document', () => {
    const [file] = twoFiles().files;
    const full = {
      ...draftGraph(),
      files: Array.from({ length: 20 }, () => file).filter((one) => one !== undefined),
    };
    expect(refused(ofFiles(addFile(full, ADDED, facts)))).toMatchObject({
      code: 'invalid_state',
      details: { reason: 'too_many_documents' },
    });
    const empty = draftGraph({ deliveryMode: 'upload', documents: [] });
    expect(refused(ofFiles(addFile(empty, ADDED, facts)))).toMatchObject({
      details: { reason: 'document_missing' },
    });
    const converting = draftGraph({ deliveryMode: 'upload', documents: [], isProcessing: true });
    expect(refused(ofFiles(addFile(converting, ADDED, facts)))).toMatchObject({
      details: { reason: 'document_processing' },
    });
  });
});

describe('reordering documents', () => {
  it('moves fields with their pages, and names the new first one', () => {
    const graph = withFields();
    const moved = after(graph, ofFiles(reorderFiles(graph, ids(graph).reverse(), facts)));
    expect(pages(moved)).toEqual([4, 1]);
    expect(moved.fields.map(({ id }) => id)).toEqual(graph.fields.map(({ id }) => id));
    expect(moved.envelope).toMatchObject({ originalFilename: 'Annex.pdf', contentHash: 'd'.repeat(64) });
    expect(findDocument(moved, 'original')?.sha256).toBe('d'.repeat(64));
    const back = after(moved, ofFiles(reorderFiles(moved, ids(graph), facts)));
    expect(pages(back)).toEqual([2, 4]);
  });

  it('changes nothing if the order is the same', () => {
    const graph = twoFiles();
    expect(accepted(ofFiles(reorderFiles(graph, ids(graph), facts))).events).toEqual([]);
  });

  it.each([
    ['one is missing', (graph: EnvelopeGraph) => ids(graph).slice(1)],
    ['one is unknown', (graph: EnvelopeGraph) => [...ids(graph).slice(1), 'document_other']],
    ['one is given twice', (graph: EnvelopeGraph) => ids(graph).map(() => ids(graph)[0] ?? '')],
    ['there is one too many', (graph: EnvelopeGraph) => [...ids(graph), 'document_other']],
  ])('is refused if %s', (_what, order) => {
    const graph = twoFiles();
    expect(refused(ofFiles(reorderFiles(graph, order(graph), facts))).paths).toEqual(['/order']);
  });
});

describe('removing a document', () => {
  it('removes its fields and moves those behind it', () => {
    const graph = withFields();
    const decision = ofFiles(removeFile(graph, ids(graph)[0] ?? '', facts));
    expect(accepted(decision).events[0]?.payload).toMatchObject({
      removedFieldCount: 1,
      name: 'Agreement.pdf',
    });
    const left = after(graph, decision);
    expect(pages(left)).toEqual([1]);
    expect(left.envelope.originalFilename).toBe('Annex.pdf');
  });

  it('takes its fields off the count of detected parties', () => {
    const graph = withFields();
    const party = { index: 0, name: 'Ada', email: null, roleLabel: null, fieldCount: 2 };
    const fields = graph.fields.map((field) => ({ ...field, partyIndex: 0, source: 'detected' as const }));
    const detected = { ...graph, fields, envelope: { ...graph.envelope, detectedParties: [party] } };
    const left = after(detected, ofFiles(removeFile(detected, ADDED.id, facts)));
    expect(left.envelope.detectedParties).toEqual([{ ...party, fieldCount: 1 }]);
  });

  it('keeps the last one that was received', () => {
    const graph = awaiting();
    const [first = ''] = ids(graph);
    expect(refused(ofFiles(removeFile(graph, first, facts)))).toMatchObject({
      details: { reason: 'last_document' },
    });
    expect(refused(ofFiles(removeFile(graph, 'document_other', facts))).code).toBe('not_found');
    expect(ids(after(graph, ofFiles(removeFile(graph, ADDED.id, facts))))).toEqual([first]);
  });
});

describe('a document whose bytes come later', () => {
  it('blocks sending until it has been received or removed', () => {
    const graph = awaiting();
    expect(refused(send(graph, SOURCES, facts))).toMatchObject({
      details: { reason: 'document_missing', documentId: ADDED.id },
    });
    const converting = after(graph, processFile(graph, ADDED.id, USUAL));
    expect(converting.envelope.documentStatus).toBe('processing');
    expect(refused(send(converting, SOURCES, facts))).toMatchObject({
      details: { reason: 'document_processing' },
    });
    const unusable = after(converting, refuseFile(converting, ADDED.id, 'encrypted'));
    expect(unusable.files.at(-1)).toMatchObject({ status: 'refused', refusal: 'encrypted' });
    expect(unusable.envelope.documentStatus).toBe('received');
    expect(refused(send(unusable, SOURCES, facts)).code).toBe('invalid_state');
    const change = receiveFile(unusable, ADDED.id, { content: contentNamed('d'), tags: [] }, facts);
    const whole = change && after(unusable, ofFiles(change));
    expect(whole && accepted(send(whole, SOURCES, facts)).events[0]?.payload).toMatchObject({
      documents: [
        { name: 'Agreement.pdf', firstPage: 1, pageCount: 3, contentHash: 'a'.repeat(64) },
        { name: 'Annex.pdf', firstPage: 4, pageCount: 2, contentHash: 'd'.repeat(64) },
      ],
    });
  });

  it('takes bytes only while it waits for them', () => {
    const graph = awaiting();
    expect(refuseFileUpload(graph, ADDED.id)).toBeNull();
    expect(refuseFileUpload(graph, 'document_other')?.code).toBe('not_found');
    expect(refuseFileUpload(graph, ids(graph)[0] ?? '')?.details).toMatchObject({
      reason: 'document_received',
    });
    expect(receiveFile(twoFiles(), ADDED.id, { content: contentNamed('e'), tags: [] }, facts)).toBeNull();
  });

  it('is read after detection that was running when it came', () => {
    const reading = after(awaiting(true), requestDetection(awaiting(true)));
    const change = receiveFile(reading, ADDED.id, { content: contentNamed('d'), tags: [] }, facts);
    const received = after(
      reading,
      change ? ofFiles(change) : { kind: 'accept', patch: {}, events: [], effects: [] },
    );
    expect(received.envelope.detectionStatus).toBe('running');
    const first = ids(received).slice(0, 1);
    const decision = completeDetection(received, { fields: [], parties: [] }, facts, first);
    const done = after(received, decision);
    expect(done.envelope).toMatchObject({ status: 'review', detectionStatus: 'queued' });
    expect(accepted(decision).effects.map(({ name }) => name)).toEqual(['svc/document.received']);
  });
});

describe('fields of several documents', () => {
  const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.05 };
  const field = (page: number, partyIndex: number): FoundField => ({
    ...{ type: 'signature', page, partyIndex, box, label: null, required: true, options: null, group: null },
    ...{ proposedAutoSource: null, source: 'detected' },
  });
  const party = (index: number, name: string | null, roleLabel: string | null = null) => ({
    ...{ index, name, roleLabel, email: null, fieldCount: 1 },
  });

  /** Two files that are being read. */
  const readFiles = () => after(twoFiles(), requestDetection(twoFiles()));

  it('count pages through the whole, and a party that both name is one', () => {
    const graph = readFiles();
    const [one = '', two = ''] = ids(graph);
    const found = mergeFoundInFiles(graph, [
      {
        fileId: one,
        fields: [field(3, 0), field(3, 1)],
        parties: [party(0, 'Acme GmbH'), party(1, null, 'Client')],
      },
      {
        fileId: two,
        fields: [field(1, 0), field(2, 1)],
        parties: [party(0, 'Byron Ltd.'), party(1, 'ACME  GmbH')],
      },
    ]);
    expect(found.fields.map(({ page, partyIndex }) => [page, partyIndex])).toEqual([
      [3, 0],
      [3, 1],
      [4, 2],
      [5, 0],
    ]);
    expect(found.parties.map(({ index, name }) => [index, name])).toEqual([
      [0, 'Acme GmbH'],
      [1, null],
      [2, 'Byron Ltd.'],
    ]);
  });

  it('join the parties that were known before if only one file is read', () => {
    const graph = readFiles();
    const known = { ...graph, envelope: { ...graph.envelope, detectedParties: [party(4, 'Acme GmbH')] } };
    const found = mergeFoundInFiles(known, [
      { fileId: ADDED.id, fields: [field(2, 0)], parties: [party(0, 'acme gmbh')] },
    ]);
    expect(found.fields.map(({ page, partyIndex }) => [page, partyIndex])).toEqual([[5, 4]]);
    expect(found.parties).toHaveLength(1);
  });

  it('are left out if the file was read by another job, or removed', () => {
    const graph = readFiles();
    const [one = '', two = ''] = ids(graph);
    const found = [one, two].map((fileId) => ({
      ...{ fileId, fields: [field(1, 0)], parties: [party(0, fileId)] },
    }));
    const once = after(graph, completeDetection(graph, { fields: [], parties: [] }, facts, [one]));
    expect(mergeFoundInFiles(once, found).fields.map(({ page }) => page)).toEqual([4]);
    const left = after(graph, ofFiles(removeFile(graph, one, facts)));
    expect(mergeFoundInFiles(left, found).fields.map(({ page }) => page)).toEqual([1]);
    expect(mergeFoundInFiles(left, found).parties.map(({ name }) => name)).toEqual([two]);
  });
});

describe('notices of several documents', () => {
  it('are counted together', () => {
    const noticed = (count: number | null) => {
      const content = contentNamed('d');
      const notices = [{ code: 'annotations', count } as const];
      const noticedContent = { ...content, prepared: { ...content.prepared, notices } };
      return createReceivedFile({ id: 'document_1', name: 'a.pdf', content: noticedContent }, USUAL, false);
    };
    expect(joinNotices([noticed(2), noticed(3)])).toEqual([{ code: 'annotations', count: 5 }]);
    expect(joinNotices([noticed(null)])).toEqual([{ code: 'annotations', count: null }]);
  });
});

describe('tags of added documents', () => {
  const tag = (role: string): FoundTag => ({
    ...{ text: `{{signature, ${role}}}`, role, label: null, key: null, required: true },
    ...{ readonly: false, defaultValue: null, options: null, format: null },
    ...{ page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.05 },
    type: 'signature',
  });

  it('become fields on its pages, of one party for each role', () => {
    const first = draftGraph({ fields: [] });
    const add = (graph: EnvelopeGraph, id: string, roles: readonly string[]) =>
      after(graph, ofFiles(addFile(graph, { ...ADDED, id, detect: true, tags: roles.map(tag) }, facts)));
    const one = add(first, 'document_one', ['Buyer', 'Seller']);
    const two = add(one, 'document_two', ['buyer', 'Broker']);
    expect(two.fields.map(({ page, partyIndex, anchor }) => [page, partyIndex, anchor?.text])).toEqual([
      [4, 0, '{{signature, Buyer}}'],
      [4, 1, '{{signature, Seller}}'],
      [6, 0, '{{signature, buyer}}'],
      [6, 2, '{{signature, Broker}}'],
    ]);
    expect(two.envelope.detectedParties?.map(({ roleLabel, fieldCount }) => [roleLabel, fieldCount])).toEqual(
      [
        ['Buyer', 2],
        ['Seller', 1],
        ['Broker', 1],
      ],
    );
    expect(two.envelope.detectionStatus).toBe('none');
    const awaiting = after(
      one,
      ofFiles(addFile(one, { ...ADDED, id: 'document_two', content: 'processing', detect: true }, facts)),
    );
    const change = receiveFile(
      awaiting,
      'document_two',
      { content: contentNamed('e'), tags: [tag('Buyer'), tag('Seller')] },
      facts,
    );
    const received = change && after(awaiting, ofFiles(change));
    expect(received?.envelope.detectedParties?.map(({ fieldCount }) => fieldCount)).toEqual([2, 2]);
    expect(received?.fields.map(({ page }) => page)).toEqual([4, 4, 6, 6]);
    const left = after(two, ofFiles(removeFile(two, 'document_two', facts)));
    expect(left.envelope.detectedParties?.map(({ fieldCount }) => fieldCount)).toEqual([1, 1, 0]);
    const found = { fields: [], parties: two.envelope.detectedParties ?? [] };
    expect(mergeFound(two, found, facts).parties.map(({ fieldCount }) => fieldCount)).toEqual([2, 1, 1]);
  });
});
