import { type EnvelopeDocument, type EnvelopeGraph, findDocument } from '#domain/envelope/graph.ts';
import type { SubmittedValue } from '#domain/envelope/sign-answers.ts';
import type { Issue } from '#domain/errors.ts';
import type { PageSize } from '#domain/document/intake.ts';
import { hasRoomForChoices } from '#domain/field/value/choices-room.ts';
import { getFieldTypeFacts } from '#domain/field/catalogue.ts';
import { countFitting } from '#domain/field/value/fit.ts';
import type { TemplateGraph } from '#domain/template/template.ts';
import type { Services } from '#server/runtime/services.ts';
import { withLocalFile } from '#server/storage/local-file.ts';

/** The document is only read for values that might not fit on a page of this size, in points. */
const SMALL_PAGE = { width: 400, height: 400 };

/** Finds values that would be drawn too small to read, because their boxes have no room for them. */
export async function findLongValues(
  services: Pick<Services, 'storage' | 'texts'>,
  graph: EnvelopeGraph,
  participantId: string,
  values: readonly SubmittedValue[],
): Promise<Issue[]> {
  const found = values.flatMap(({ fieldId, value }, index) => {
    const field = graph.fields.find(({ id }) => id === fieldId && value !== '');
    const isTyped = field?.participantId === participantId && !field.locked && field.formula === null;
    return isTyped && countFitting(field, value, SMALL_PAGE) !== null ? [{ field, value, index }] : [];
  });
  const issues: Issue[] = [];
  const pages = await readFieldPages(services, graph.envelope.organizationId, graph, found);
  for (const { page, own } of pages) {
    for (const { field, value, index } of own) {
      const count = countFitting(field, value, page);
      if (count === null) continue;
      const message = `field ${field.id} has room for at most ${count} characters of this text`;
      issues.push({ path: `/values/${index}/value`, message });
    }
  }
  return issues;
}

type Field = Parameters<typeof hasRoomForChoices>[0] & { readonly page: number };
type Filed = { readonly documents: readonly EnvelopeDocument[] };

/**
 * Finds fields of a draft or template whose boxes have no room for as many options as may be chosen, so that not
 * everyone could sign.
 */
export async function findCrowdedChoices(
  services: Pick<Services, 'storage' | 'texts'>,
  organizationId: string,
  graph: Filed & { readonly fields: readonly Field[] },
): Promise<Issue[]> {
  const found = graph.fields.flatMap((field, index) =>
    getFieldTypeFacts(field.type).value === 'options' ? [{ field, index }] : [],
  );
  const pages = await readFieldPages(services, organizationId, graph, found);
  return pages.flatMap(({ page, own }) =>
    own
      .filter(({ field }) => !hasRoomForChoices(field, page))
      .map(({ index }) => ({ path: `/fields/${index}/options`, message: NO_ROOM })),
  );
}

/** Like `findCrowdedChoices`, for what someone wants to do with a template: its fields are none of their input. */
export async function findCrowdedFields(
  services: Pick<Services, 'storage' | 'texts'>,
  template: TemplateGraph,
): Promise<Issue[]> {
  const issues = await findCrowdedChoices(services, template.template.organizationId, template);
  return issues.map(({ path, message }) => {
    const field = template.fields[Number(path.split('/')[2])];
    const name = field?.label ?? field?.key ?? '';
    return { path: '', message: `the options of the template's field “${name}” ${message}` };
  });
}

const NO_ROOM = "don't fit into the field's box; make it larger, or limit validation.max";

/** Returns the pages of some fields, with their sizes, and the fields of each. */
async function readFieldPages<F extends { readonly field: { readonly page: number } }>(
  services: Pick<Services, 'storage' | 'texts'>,
  organizationId: string,
  graph: Filed,
  found: readonly F[],
): Promise<{ page: PageSize; own: F[] }[]> {
  const prepared = findDocument(graph, 'prepared');
  if (prepared === null) return [];
  const requester = { organizationId, waiting: 'request' } as const;
  const read: { page: PageSize; own: F[] }[] = [];
  for (const [number, own] of Map.groupBy(found, ({ field }) => field.page)) {
    const pages = await withLocalFile(services.storage, prepared.key, (path) =>
      services.texts.lines(requester, {
        ...{ path, sha256: prepared.sha256, pageCount: prepared.pageCount ?? 0 },
        pages: { from: number, to: number },
      }),
    );
    const [page] = pages ?? [];
    if (page !== undefined) read.push({ page, own });
  }
  return read;
}
