import { buildAnchorRequest } from '#domain/envelope/anchored-fields.ts';
import type { EnvelopeDocument } from '#domain/envelope/graph.ts';
import type { AnchorOutcome, AnchorRequest, Spot } from '#domain/field/anchor.ts';
import type { FieldType } from '#domain/field/catalogue.ts';
import type { AnchorPlace } from '#domain/field/details.ts';
import type { Services } from '#server/runtime/services.ts';
import { findAnchors } from './place-fields.ts';

type Wanted = {
  readonly text: string;
  readonly type: FieldType;
  readonly place?: AnchorPlace | undefined;
};

export type FoundText = {
  /** Whether the text was found only in another case. */
  readonly ignoreCase: boolean;
  /** Where the text is, and where the field of each occurrence goes. */
  readonly texts: readonly Spot[];
  readonly places: readonly Spot[];
  /** Similar texts of the document, if it doesn't have this one. */
  readonly similar: readonly string[];
  readonly isTooOften: boolean;
};

/**
 * Finds every occurrence of a text, and where a field goes beside it, as anchors do: a text in exactly this case
 * wins, and any other counts only if there is none.
 */
export async function findText(
  services: Pick<Services, 'storage' | 'texts'>,
  organizationId: string,
  document: EnvelopeDocument,
  { text, type, place }: Wanted,
): Promise<FoundText> {
  const requests = [false, true].flatMap((ignoreCase): AnchorRequest[] => {
    const anchor = { text, occurrence: 'all', ignoreCase } as const;
    const beside = buildAnchorRequest({ type, anchor: place === undefined ? anchor : { ...anchor, place } });
    return [{ ...beside, anchor, covers: true }, beside];
  });
  const requester = { organizationId, waiting: 'request' } as const;
  const [exact, exactPlaces, any, anyPlaces] = await findAnchors(services, requester, document, requests);
  const ignoreCase = exact?.kind === 'absent';
  const outcome = ignoreCase ? any : exact;
  return {
    ignoreCase,
    texts: listSpots(outcome),
    places: listSpots(ignoreCase ? anyPlaces : exactPlaces),
    similar: outcome?.kind === 'absent' ? outcome.similar : [],
    isTooOften: outcome?.kind === 'too_many',
  };
}

function listSpots(outcome: AnchorOutcome | undefined): readonly Spot[] {
  return outcome?.kind === 'found' ? outcome.spots : [];
}
