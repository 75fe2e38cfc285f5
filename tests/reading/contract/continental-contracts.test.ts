import { expect, it } from 'vitest';
import { joinContractText } from '#reading/contract/contract-text.ts';
import { findIntroducedParties } from '#reading/parties/parties.ts';
import { readContract } from '#reading/contract/read-contract.ts';

it.each([
  [
    'French',
    'CONTRAT DE SERVICES Le présent contrat est conclu le 1er mars 2024 entre la société Alpine Neige SAS (ci-après « le Client ») et Bureau Rolland SARL (ci-après « le Prestataire »). Article 8. Durée. Le contrat est conclu pour une durée de deux ans à compter du 1er avril 2024. Article 12. Le présent contrat est régi par le droit français.',
    ['2024-03-01', '2024-04-01', '2026-04-01', 'France'],
  ],
  [
    'Dutch',
    'Deze overeenkomst is gesloten op 4 september 2023 tussen Veerhaven B.V. en Duinrand N.V. De overeenkomst gaat in op 1 oktober 2023 en eindigt op 30 september 2025. Op deze overeenkomst is Nederlands recht van toepassing.',
    ['2023-09-04', '2023-10-01', '2025-09-30', 'Netherlands'],
  ],
  [
    'Italian',
    'Contratto stipulato il 3 giugno 2023 tra Ferrovie Lario S.p.A. e Officina Brera S.r.l. Il contratto ha durata di tre anni a decorrere dal 1 luglio 2023. Il presente contratto è regolato dalla legge italiana.',
    ['2023-06-03', '2023-07-01', '2026-07-01', 'Italy'],
  ],
  [
    'Portuguese',
    'Contrato celebrado em 15 de agosto de 2022 entre Café do Cerrado Ltda. e Porto Azul S.A. O contrato vigorará pelo prazo de 24 meses a partir de 1 de setembro de 2022. Este contrato é regido pelas leis do Brasil.',
    ['2022-08-15', '2022-09-01', '2024-09-01', 'Brazil'],
  ],
  [
    'English, where the date of the last signature decides',
    'This Services Agreement is entered into by and between Brightloom, Inc., a Delaware corporation, and Cask & Co. LLC. This Agreement is effective as of the date of the last signature below (the "Effective Date"). The term is one (1) year from the Effective Date and shall automatically renew. This Agreement shall be governed by the laws of the State of Oregon.',
    [null, null, null, 'Oregon'],
  ],
])('reads a %s contract', (_, text, [agreement, effective, expiration, law]) => {
  const read = readContract([text ?? '']);
  expect(read.parties).toHaveLength(2);
  expect([
    read.agreementDate?.value ?? null,
    read.effectiveDate?.value ?? null,
    read.expirationDate?.value ?? null,
    read.governingLaw?.value ?? null,
  ]).toEqual([agreement, effective, expiration, law]);
});

it.each([
  [
    'Zwischen der Kornblume Backwaren GmbH (im Folgenden „Arbeitgeber“) und Frau Ines Wolter (im Folgenden „Arbeitnehmerin“) wird folgender Arbeitsvertrag geschlossen.',
    ['Kornblume Backwaren GmbH', 'Arbeitgeber', 'Ines Wolter', 'Arbeitnehmerin'],
  ],
  [
    'Contrat conclu entre les soussignés : Madame Odile Perrault, bailleur, et Monsieur Karim Benali, locataire, il a été convenu ce qui suit.',
    ['Odile Perrault', 'bailleur', 'Karim Benali', 'locataire'],
  ],
  [
    'This deed is made between Wattle Bay Systems Pty Ltd ACN 604 111 222 (Supplier) and Currawong Health Limited ACN 090 333 444 (Customer).',
    ['Wattle Bay Systems Pty Ltd', 'Supplier', 'Currawong Health Limited', 'Customer'],
  ],
  [
    'LOCADOR: Imobiliária Serra Azul Ltda. LOCATÁRIA: Renata Figueiredo. As partes celebram o presente contrato.',
    ['Imobiliária Serra Azul Ltda.', 'LOCADOR', 'Renata Figueiredo', 'LOCATÁRIA'],
  ],
  [
    'This Agreement is made among Oscar Dray, Felicity Munn and Bram Colley (the "Partners").',
    ['Oscar Dray', 'Felicity Munn', 'Bram Colley', 'Partners'],
  ],
])('names the parties with their roles: %s', (text, names) => {
  const found = findIntroducedParties(joinContractText([text])).flatMap(({ name, aliases }) => [
    name,
    ...aliases,
  ]);
  expect(found).toEqual(names);
});
