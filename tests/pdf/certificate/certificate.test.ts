import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, getTextDirection } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { pickCertificatePageSize } from '#server/pdf/certificate/certificate.ts';
import { seal } from '../support/seal-in-place.ts';
import type { SealedDocument } from '#server/pdf/seal/seal-request.ts';
import type { CertificateFacts } from '#server/sealing/certificate-facts.ts';
import { pdftotext, taggedText, wordBoxes } from '../support/pdf-tools.ts';
import {
  exampleAuthority,
  exampleFacts,
  exampleRequest,
  exampleSigner,
} from '../support/seal-request-example.ts';
import { structureTree } from '../support/structure-tree.ts';
import { sealableDocument } from '../support/sealable-document.ts';

let signer: SigningKey;
let document: Uint8Array;

beforeAll(async () => {
  ({ signer } = await exampleAuthority());
  document = await sealableDocument([{}]);
});

async function sealedWith(own: Partial<CertificateFacts>): Promise<SealedDocument> {
  return seal(exampleRequest(document, signer, [], own));
}

function textOf({ bytes, certificateFirstPage }: SealedDocument): string {
  return pdftotext(bytes, '-f', String(certificateFirstPage), '-raw').replace(/\s+/g, ' ');
}

describe('the certificate of completion', () => {
  test('says that an approver approved', async () => {
    const approver = exampleSigner({ role: 'approver', consentedAt: null, mark: null, intent: null });
    const text = textOf(await sealedWith({ signers: [approver] }));
    expect(text).toContain('No signature requested, 1 of 1');
    expect(text).toContain('Approved Nov 21, 2026, 08:30:30 UTC');
    expect(text).not.toContain('Signed ');
  });

  test('says everything that it was given', async () => {
    const text = textOf(await sealedWith({}));
    const facts = exampleFacts(document);
    const bytes = document.length.toLocaleString('en-US');
    for (const fact of [
      facts.envelope.id,
      facts.envelope.name,
      facts.envelope.originalFilename,
      facts.organization,
      'Ada Lovelace ada@example.org',
      facts.document.originalSha256,
      facts.document.presentedSha256,
      'Level PAdES B-LTA requested. Check this file to see the level it has reached.',
      'SHA-256 of the root certificate, Countersign test',
      facts.seal.root.sha256,
      `the first ${bytes} bytes of this file`,
      'Pages 1–3',
      'United States (ESIGN and UETA)',
      'version 2026-01, English.',
      'Nov 21, 2026, 08:17:30 UTC',
      'Nov 21, 2026, 09:15:30 UTC',
      'José Ñandú Łukasz',
      'jose@example.org',
      'Managing director, Harbour Works',
      // In two lines.
      'From 2001:db8:85a3::8a2e:',
      'Link sent to this email address Nov 21, 2026, 08:25:30 UTC',
      'Version 2026-01, Nov 21, 2026, 08:26:30 UTC',
      'Selected “Sign and finish” below this statement, version 2026-11-23, English:',
      '“By selecting “Sign and finish”, you agree to sign this.”',
      '9a'.repeat(32),
      'Signature, typed',
      'Signature, drawn',
      facts.chain.headHash,
      'last of 14 events',
      'https://sign.example.org/verify',
      'Page 1 of 2',
      'Page 2 of 2',
    ]) {
      expect(text).toContain(fact);
    }
  });

  test('shows what did not happen as a dash, and who has not signed', async () => {
    const text = textOf(
      await sealedWith({
        consumerDisclosure: null,
        sender: { name: null, email: null },
        signers: [
          exampleSigner({
            status: 'declined',
            signedAt: null,
            viewedAt: null,
            consentedAt: null,
            ipAddress: null,
            intent: null,
            mark: null,
          }),
          exampleSigner({ status: 'pending', consentedAt: null, disclosure: null, mark: null }),
        ],
      }),
    );
    expect(text).not.toContain('Consent');
    expect(text).toContain('Declined');
    expect(text).toContain('Pending');
    expect(text).toContain('No signature requested');
    expect(text).toContain('Sent by –');
  });

  test('says nothing about a consent that nobody was asked for', async () => {
    const signers = [exampleSigner({ consentedAt: null, disclosure: null })];
    const text = textOf(await sealedWith({ consumerDisclosure: null, signers }));
    expect(text).not.toContain('Consent');
    expect(text).toContain('Selected “Sign and finish” below this statement');
  });

  test('says when no page was used, and whom it speaks of if others used one', async () => {
    const program = { how: 'sign_and_finish', isOnPage: false, statement: null } as const;
    const signers = [exampleSigner({}), exampleSigner({ name: 'Robo Signer', intent: program })];
    const text = textOf(await sealedWith({ signers }));
    expect(text).toContain('Robo Signer By a program with the link. No page was used.');
    expect(text).toContain('Grace Hopper Selected “Sign and finish” below this statement');
    const onPage = exampleSigner({ intent: { ...program, isOnPage: true } });
    expect(textOf(await sealedWith({ signers: [onPage] }))).toContain(
      'on a page of the sender’s application',
    );
  });

  test.each([
    [4, 2],
    [12, 3],
  ])('has %i people on at most %i pages, on Letter and on A4', async (count, most) => {
    const letter = await sealableDocument([{ media: { x: 0, y: 0, width: 612, height: 792 } }]);
    const signers = Array.from({ length: count }, (_, index) =>
      exampleSigner({
        name: `Signer Number${index + 1}`,
        email: `signer-${index + 1}@example.org`,
        timeZone: 'America/Los_Angeles',
        ipAddress: '203.0.113.88',
        authentication: { lines: ['One-time code sent to this email address'], at: new Date('2026-11-21') },
        mark: { kind: 'typed', text: `Signer Number${index + 1}` },
      }),
    );
    const files = ['Cooperation agreement.pdf', 'Schedule A.docx'].map((name, index) => ({
      ...{ name, sha256: 'ab'.repeat(32), firstPage: index + 1, pageCount: 1 },
    }));
    const copies = [{ name: 'Late Owl', email: 'late@example.com', when: 'completed' }] as const;
    for (const on of [document, letter]) {
      const facts = { ...exampleFacts(on), signers, copies };
      const result = await seal(
        exampleRequest(on, signer, [], { ...facts, document: { ...facts.document, files } }),
      );
      expect(result.pageCount - result.certificateFirstPage + 1).toBeLessThanOrEqual(most);
    }
  });

  test.each(LANGUAGES)('is in the language of the envelope: %s', async (language) => {
    const sealed = await sealedWith({
      language,
      copies: [{ name: 'Late Owl', email: 'late@example.com', when: 'completed' }],
    });
    expect(sealed.boxedCharacters).toEqual([]);
    expect((await structureTree(sealed.bytes)).map((element) => element.language)).toContain(language);
    // Poppler returns right-to-left text in the order it appears on the page.
    const unspaced = (words: string): string => words.replace(/[\s"\u200e\u200f\u202a-\u202e]/g, '');
    const text = unspaced(taggedText(sealed.bytes));
    for (const message of [m.certificate_title, m.certificate_check, m.certificate_copies]) {
      const [word = ''] = message({}, { locale: language }).split(' ');
      const seen = getTextDirection(language) === 'rtl' ? [...word].reverse().join('') : word;
      expect(text).toContain(unspaced(seen));
    }
  });

  test('writes from right to left in Hebrew and Arabic', async () => {
    const starts = async (language: 'en' | 'he'): Promise<number> => {
      const result = await sealedWith({ language });
      const word = m.certificate_documents({}, { locale: language });
      const title = language === 'he' ? [...word].reverse().join('') : word;
      const found = wordBoxes(result.bytes).filter(({ text, page }) => page > 1 && text === title);
      return found[0]?.x ?? Number.NaN;
    };
    expect(await starts('en')).toBeLessThan(0.15);
    expect(await starts('he')).toBeGreaterThan(0.75);
  });

  test('has room for a hundred signers, each on a page and inside its margins', async () => {
    const signers = Array.from({ length: 100 }, (_, index) =>
      exampleSigner({
        name: `Signer-${index + 1}`,
        email: `signer-${index + 1}@example.org`,
        mark: { kind: 'typed', text: `S ${index + 1}` },
      }),
    );
    const result = await sealedWith({ signers });
    const words = wordBoxes(result.bytes).filter(({ page }) => page >= result.certificateFirstPage);
    const seen = new Set(words.map(({ text }) => text));
    for (let number = 1; number <= 100; number += 1) {
      expect(seen).toContain(`Signer-${number}`);
      expect(seen).toContain(`signer-${number}@example.org`);
    }
    for (const word of words) {
      expect(word.x).toBeGreaterThan(0.06);
      expect(word.right).toBeLessThan(0.94);
      expect(word.y).toBeGreaterThan(0.035);
      expect(word.bottom).toBeLessThan(0.98);
    }
    const footers = words.filter(({ text, y }) => text === 'Page' && y > 0.9);
    expect(footers).toHaveLength(result.pageCount - result.certificateFirstPage + 1);
  });

  test.each([1, 2, 3, 4, 5])(
    'never ends on a page with one section, with as many signers as %i',
    async (signers) => {
      for (const lines of [0, 6, 12, 18]) {
        const organization = Array.from({ length: lines * 12 }, () => 'company').join(' ');
        const all = Array.from({ length: signers }, () => exampleSigner({}));
        const result = await sealedWith({ signers: all, ...(lines > 0 && { organization }) });
        const last = pdftotext(result.bytes, '-f', String(result.pageCount), '-raw');
        expect(last).toContain('Check this file');
        expect(last).toContain('SHA-256 of the root certificate');
      }
    },
  );

  test('wraps long text completely', async () => {
    const name = `${'Very long company name '.repeat(12)}End`;
    const email = `${'a'.repeat(64)}@${'subdomain.'.repeat(18)}example.org`;
    const result = await sealedWith({
      organization: name,
      envelope: { id: 'env_x', name: `${name}.pdf`, originalFilename: `${'filename'.repeat(30)}.pdf` },
      signers: [exampleSigner({ name, email, company: name, title: name })],
    });
    const text = textOf(result).replaceAll(' ', '');
    expect(text).toContain(email);
    expect(text).toContain(name.replaceAll(' ', ''));
    expect(text).toContain(`${'filename'.repeat(30)}.pdf`);
    for (const word of wordBoxes(result.bytes).filter(({ page }) => page > 1))
      expect(word.right).toBeLessThan(0.94);
  });

  test('is on the paper of the document', async () => {
    const letter = await sealableDocument([{ media: { x: 0, y: 0, width: 612, height: 792 } }]);
    const result = await seal(exampleRequest(letter, signer, []));
    const page = (await PDF.load(result.bytes)).getPage(result.certificateFirstPage - 1);
    expect([page?.width, page?.height]).toEqual([612, 792]);
  });
});

test.each([
  [{ width: 612, height: 792 }, 612],
  [{ width: 792, height: 612 }, 612],
  [{ width: 612, height: 1008 }, 612],
  [{ width: 595, height: 842 }, 595.28],
  [{ width: 842, height: 1191 }, 595.28],
  [{ width: 100, height: 100 }, 595.28],
])('paper for %j', (first, width) => {
  expect(pickCertificatePageSize(first).width).toBe(width);
});
