import { describe, expect, it } from 'vitest';
import { suggestName, suggestTitle } from '#ui/composing/suggested-title.ts';

describe('the title suggested for a file', () => {
  it.each([
    ['Mutual_NDA-v2_final.docx', 'Mutual NDA v2 final'],
    ['service-agreement.pdf', 'Service agreement'],
    ['Offer_Letter__Chiara.PDF', 'Offer Letter Chiara'],
    ['IMG_2041.jpeg', 'IMG 2041'],
    ['Mutual%20NDA.pdf', 'Mutual NDA'],
    ['contrat_de_bail_2026-11-25.pdf', 'Contrat de bail 2026-11-25'],
    ['non-disclosure-agreement.docx', 'Non-disclosure agreement'],
    ['Non-Disclosure_Agreement.docx', 'Non-Disclosure Agreement'],
    ['Müller-Schmidt_Vertrag.docx', 'Müller-Schmidt Vertrag'],
    ['契約書_最終版.pdf', '契約書 最終版'],
    ['عقد-إيجار.pdf', 'عقد إيجار'],
  ])('%s is %s', (filename, title) => {
    expect(suggestTitle(filename)).toBe(title);
  });

  it.each([
    'Mutual NDA · Northwind.pdf',
    'Mutual NDA - Northwind.pdf',
    'eIDAS.pdf',
    'iPhone lease.pdf',
    'A-Z of pay.pdf',
  ])('%s only loses its extension', (filename) => {
    expect(suggestTitle(filename)).toBe(filename.slice(0, -4));
  });

  it.each(['_.pdf', '-.docx', '.pdf', ''])('“%s” stays, as nothing would be left', (filename) => {
    expect(suggestTitle(filename)).toBe(filename);
  });

  it('is not offered in place of a name that someone chose', () => {
    const envelope = { originalFilename: 'Mutual_NDA.pdf' } as Parameters<typeof suggestName>[0];
    expect(suggestName({ ...envelope, displayName: 'Mutual_NDA' })).toBe('Mutual NDA');
    expect(suggestName({ ...envelope, displayName: 'Byron_2' })).toBe('Byron_2');
  });
});
