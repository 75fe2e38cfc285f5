import type { Timestamp } from '#domain/envelope/graph.ts';
import { documentRows, greeting, tookPart, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { instant } from '../wording.ts';

export interface CompletedFacts extends OutcomeMailFacts {
  /** The page where the recipient can download the sealed document. */
  readonly link: string;
  readonly linkExpiresAt: Timestamp | null;
  /** SHA-256 of the sealed document in hex. */
  readonly documentSha256: string | null;
}

/** To everyone concerned, when the sealed document is there. */
export function render(facts: CompletedFacts): RenderedMail {
  const { linkExpiresAt, documentSha256 } = facts;
  const rows = [
    ...documentRows(facts),
    ...(linkExpiresAt === null ? [] : [{ label: 'Download until', value: [instant(linkExpiresAt)] }]),
    ...(documentSha256 === null ? [] : [{ label: 'SHA-256', value: [{ given: documentSha256 }] }]),
  ];
  return layOut({
    branding: facts.branding,
    subject: ['Completed: “', { given: facts.documentName }, '”'],
    preheader: ['Everyone has signed. Download your sealed copy.'],
    heading: 'Everyone has signed',
    blocks: [
      { kind: 'paragraph', text: greeting(facts) },
      {
        kind: 'paragraph',
        text: [
          'All parties have signed ',
          { given: facts.documentName },
          '. The sealed document carries the signatures and a certificate of how it was signed. Please keep a copy.',
        ],
      },
      { kind: 'details', rows },
      { kind: 'action', label: 'Download the document', url: facts.link },
    ],
    reason: tookPart(facts),
  });
}
