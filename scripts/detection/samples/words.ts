/** The words of contracts in one language, taken from real ones. */
export type Words = {
  readonly titles: readonly string[];
  /** `{a}` and `{A}` are the parties with their terms, `{d}` is the date. */
  readonly preamble: readonly string[];
  readonly clauses: readonly string[];
  readonly closings: readonly string[];
  readonly roles: readonly (readonly [string, string])[];
  readonly companies: readonly string[];
  readonly people: readonly string[];
  readonly positions: readonly string[];
  readonly day: string;
  readonly signature: readonly string[];
  readonly name: readonly string[];
  readonly title: readonly string[];
  readonly date: readonly string[];
  readonly company: readonly string[];
  readonly email: readonly string[];
  readonly address: readonly string[];
  readonly initials: readonly string[];
  readonly witness: readonly string[];
  readonly place: readonly string[];
  readonly behalf: readonly string[];
};

const ENGLISH: Words = {
  titles: [
    'SERVICES AGREEMENT',
    'License Agreement',
    'MASTER SUPPLY AGREEMENT',
    'Lease',
    'DISTRIBUTION AGREEMENT',
    'Mutual Non-Disclosure Agreement',
  ],
  preamble: [
    'This Agreement (this “Agreement”) is entered into as of {d}, by and between {a}, a Delaware corporation (“{A}”), and {b}, a New York corporation (“{B}”).',
    'THIS AGREEMENT is made on {d} BETWEEN (1) {a} (the “{A}”); and (2) {b} (the “{B}”).',
    'This contract dated {d} is between {a} ("{A}") and {b} ("{B}").',
  ],
  clauses: [
    'Confidentiality. Each party shall hold the other party’s Confidential Information in strict confidence and shall not disclose it to any third party except as this Agreement permits.',
    'Governing Law. This Agreement shall be governed by the laws of the State of New York, without regard to its conflict of laws rules.',
    'Notices. All notices under this Agreement shall be in writing and shall be deemed given when delivered personally or by courier.',
    'Counterparts. This Agreement may be executed in counterparts, each of which shall be deemed an original.',
    'Entire Agreement. This Agreement constitutes the entire agreement between the parties and supersedes all prior understandings.',
    'Payment. Fees are due within thirty (30) days of the date of the invoice.',
  ],
  closings: [
    'IN WITNESS WHEREOF, the parties hereto have executed this Agreement as of the date first above written.',
    'IN WITNESS WHEREOF, the Parties have caused this Agreement to be executed by their duly authorized representatives as of the Effective Date.',
    'The parties have signed this Agreement on the dates set out below.',
    'By signing in the places indicated below, the parties accept and agree to all of the terms and conditions hereof.',
    'EXECUTED as an agreement:',
    'AGREED AND ACCEPTED:',
  ],
  roles: [
    ['Company', 'Consultant'],
    ['Licensor', 'Licensee'],
    ['Landlord', 'Tenant'],
    ['Seller', 'Buyer'],
    ['Supplier', 'Distributor'],
    ['Employer', 'Employee'],
    ['Franchisor', 'Franchisee'],
    ['Lender', 'Borrower'],
    ['Client', 'Contractor'],
  ],
  companies: [
    'ACME WIDGETS, INC.',
    'Northwind Traders LLC',
    'Fabrikam Holdings Corp.',
    'BLUE RIVER PHARMACEUTICALS, INC.',
    'Contoso Limited',
    'Harbor Point Capital, L.P.',
    'Stonebridge Media Group, LLC',
    'TAILSPIN TOYS CORPORATION',
    'Kingsley & Moore Ltd.',
    'Evergreen Logistics Company',
  ],
  people: [
    'Robert J. Hayes',
    'Susan Whitfield',
    'Maria L. Ortega',
    'David Chen',
    'Thomas K. Brandt',
    'Alice Monroe',
  ],
  positions: [
    'President',
    'Chief Executive Officer',
    'Vice President, Finance',
    'Managing Director',
    'Chief Financial Officer',
    'Secretary',
  ],
  day: 'March 3, 2026',
  signature: [
    'By:',
    'By',
    'Signature:',
    'Signed:',
    'Authorized Signature:',
    'Sign:',
    'Authorised Signatory:',
    'Per:',
  ],
  name: ['Name:', 'Print Name:', 'Printed Name:', 'Name (print):', 'Full Name:', 'Name'],
  title: ['Title:', 'Its:', 'Position:', 'Title', 'Designation:', 'Job Title:'],
  date: ['Date:', 'Dated:', 'Date Signed:', 'Date', 'DATE:'],
  company: ['Company:', 'Company Name:', 'Entity:', 'Organization:'],
  email: ['Email:', 'E-mail:', 'Email Address:'],
  address: ['Address:', 'Mailing Address:', 'Address'],
  initials: ['Initials:', 'Initial'],
  witness: ['Witness:', 'WITNESS', 'Witness', 'Attest:'],
  place: ['Place', 'Place:'],
  behalf: [
    'For and on behalf of {a}',
    'Signed for and on behalf of {a}',
    'For {a}',
    'Signed on behalf of {a} by:',
  ],
};

const GERMAN: Words = {
  titles: ['Dienstleistungsvertrag', 'MIETVERTRAG', 'Geheimhaltungsvereinbarung', 'Rahmenvertrag'],
  preamble: [
    'Dieser Vertrag wird am {d} zwischen {a} (nachfolgend „{A}“) und {b} (nachfolgend „{B}“) geschlossen.',
    'zwischen {a}, Berlin – nachfolgend „{A}“ genannt – und {b}, München – nachfolgend „{B}“ genannt – wird folgender Vertrag geschlossen:',
  ],
  clauses: [
    'Vertraulichkeit. Jede Partei behandelt die Informationen der anderen Partei vertraulich und verwendet sie nur für die Zwecke dieses Vertrags.',
    'Laufzeit. Der Vertrag beginnt mit seiner Unterzeichnung und läuft zwölf Monate.',
    'Schlussbestimmungen. Änderungen dieses Vertrags bedürfen der Schriftform. Es gilt das Recht der Bundesrepublik Deutschland.',
    'Vergütung. Rechnungen sind innerhalb von dreißig Tagen zu bezahlen.',
  ],
  closings: [
    'Die Parteien unterzeichnen diesen Vertrag durch ihre bevollmächtigten Vertreter.',
    'Unterschriften',
    'Der Vertrag wird in zwei Ausfertigungen unterzeichnet.',
  ],
  roles: [
    ['Auftraggeber', 'Auftragnehmer'],
    ['Vermieter', 'Mieter'],
    ['Verkäufer', 'Käufer'],
    ['Arbeitgeber', 'Arbeitnehmer'],
    ['Lizenzgeber', 'Lizenznehmer'],
  ],
  companies: [
    'Muster GmbH',
    'Nordlicht Logistik AG',
    'Bergmann & Söhne KG',
    'Rheintal Software GmbH',
    'Alpenblick Immobilien GmbH & Co. KG',
  ],
  people: ['Sabine Müller', 'Jürgen Krause', 'Anna Schmidt', 'Peter Vogel'],
  positions: ['Geschäftsführer', 'Prokurist', 'Vorstand'],
  day: '3. März 2026',
  signature: ['Unterschrift:', 'Unterschrift', 'Unterzeichnet:'],
  name: ['Name:', 'Name', 'Name in Druckbuchstaben:', 'Vor- und Nachname:'],
  title: ['Funktion:', 'Position:', 'Funktion', 'Titel:'],
  date: ['Datum:', 'Datum', 'Ort, Datum'],
  company: ['Firma:', 'Unternehmen:'],
  email: ['E-Mail:'],
  address: ['Anschrift:', 'Adresse:'],
  initials: ['Kürzel:'],
  witness: ['Zeuge:', 'Zeuge'],
  place: ['Ort', 'Ort:'],
  behalf: ['Für {a}', 'Für die {a}', '{a}, vertreten durch'],
};

const FRENCH: Words = {
  titles: ['CONTRAT DE PRESTATION DE SERVICES', 'Contrat de bail', 'Accord de confidentialité'],
  preamble: [
    'Le présent contrat est conclu le {d} entre {a} (ci-après « {A} ») et {b} (ci-après « {B} »).',
    'Entre les soussignés : {a}, ci-après dénommée « {A} », d’une part, et {b}, ci-après dénommée « {B} », d’autre part.',
  ],
  clauses: [
    'Confidentialité. Chaque partie garde confidentielles les informations de l’autre et ne les utilise que pour les besoins du contrat.',
    'Durée. Le contrat prend effet à la signature pour une durée de douze mois.',
    'Droit applicable. Le présent contrat est régi par le droit français.',
    'Prix. Les factures sont payables à trente jours.',
  ],
  closings: [
    'Les parties signent le présent contrat par leurs représentants dûment habilités.',
    'Fait en deux exemplaires originaux.',
    'En foi de quoi, les parties ont signé le présent contrat.',
  ],
  roles: [
    ['Prestataire', 'Client'],
    ['Bailleur', 'Locataire'],
    ['Vendeur', 'Acheteur'],
    ['Employeur', 'Salarié'],
  ],
  companies: [
    'Dupont & Fils SARL',
    'Lumière Conseil SAS',
    'Société Générale de Transport S.A.',
    'Atelier Beaumont SARL',
  ],
  people: ['Claire Fontaine', 'Jean-Luc Mercier', 'Sophie Lambert'],
  positions: ['Directeur général', 'Gérante', 'Président'],
  day: '3 mars 2026',
  signature: ['Signature :', 'Signature', 'Par :'],
  name: ['Nom :', 'Nom et prénom :', 'Nom'],
  title: ['Fonction :', 'Qualité :', 'Titre :'],
  date: ['Date :', 'Le', 'Date'],
  company: ['Société :', 'Raison sociale :'],
  email: ['E-mail :', 'Courriel :'],
  address: ['Adresse :'],
  initials: ['Paraphes :'],
  witness: ['Témoin :', 'Témoin'],
  place: ['Lieu', 'Fait à'],
  behalf: ['Pour {a}', 'Pour la société {a}', 'Pour le compte de {a}'],
};

const SPANISH: Words = {
  titles: ['CONTRATO DE PRESTACIÓN DE SERVICIOS', 'Contrato de arrendamiento', 'Acuerdo de confidencialidad'],
  preamble: [
    'El presente contrato se celebra el {d} entre {a} (en adelante, “{A}”) y {b} (en adelante, “{B}”).',
  ],
  clauses: [
    'Confidencialidad. Cada parte mantendrá la confidencialidad de la información de la otra parte.',
    'Duración. El contrato entra en vigor en la fecha de su firma y tendrá una duración de doce meses.',
    'Ley aplicable. Este contrato se rige por la ley española.',
  ],
  closings: [
    'Y en prueba de conformidad, las partes firman el presente contrato por duplicado.',
    'Las partes firman el presente contrato.',
  ],
  roles: [
    ['Arrendador', 'Arrendatario'],
    ['Vendedor', 'Comprador'],
    ['Cliente', 'Proveedor'],
    ['Prestador', 'Cliente'],
  ],
  companies: ['Iberia Consultores, S.L.', 'Construcciones del Sur, S.A.', 'Olivares Hermanos S.L.'],
  people: ['María García López', 'Juan Pérez Ruiz', 'Lucía Fernández'],
  positions: ['Director General', 'Administradora única', 'Gerente'],
  day: '3 de marzo de 2026',
  signature: ['Firma:', 'Fdo.:', 'Firmado:', 'Por:'],
  name: ['Nombre:', 'Nombre y apellidos:', 'Nombre completo:'],
  title: ['Cargo:', 'Puesto:'],
  date: ['Fecha:', 'Fecha'],
  company: ['Empresa:', 'Razón social:'],
  email: ['Correo electrónico:'],
  address: ['Dirección:', 'Domicilio:'],
  initials: ['Iniciales:'],
  witness: ['Testigo:', 'Testigo'],
  place: ['Lugar', 'Lugar:'],
  behalf: ['Por {a}', 'En nombre de {a}', 'En representación de {a}'],
};

const ITALIAN: Words = {
  titles: ['CONTRATTO DI FORNITURA', 'Contratto di locazione', 'Accordo di riservatezza'],
  preamble: ['Il presente contratto è stipulato il {d} tra {a} (di seguito “{A}”) e {b} (di seguito “{B}”).'],
  clauses: [
    'Riservatezza. Ciascuna parte mantiene riservate le informazioni dell’altra parte.',
    'Durata. Il contratto ha durata di dodici mesi dalla firma.',
    'Legge applicabile. Il presente contratto è regolato dalla legge italiana.',
  ],
  closings: ['Letto, confermato e sottoscritto.', 'Le parti sottoscrivono il presente contratto.'],
  roles: [
    ['Fornitore', 'Cliente'],
    ['Locatore', 'Conduttore'],
    ['Venditore', 'Acquirente'],
    ['Committente', 'Appaltatore'],
  ],
  companies: ['Rossi Meccanica S.r.l.', 'Adriatica Servizi S.p.A.', 'Studio Bianchi S.r.l.'],
  people: ['Giulia Rossi', 'Marco Bianchi', 'Paolo Conti'],
  positions: ['Amministratore delegato', 'Legale rappresentante'],
  day: '3 marzo 2026',
  signature: ['Firma:', 'Firma', 'Firmato:'],
  name: ['Nome:', 'Nome e cognome:'],
  title: ['Qualifica:', 'Ruolo:', 'Carica:'],
  date: ['Data:', 'Luogo e data'],
  company: ['Società:', 'Azienda:'],
  email: ['E-mail:'],
  address: ['Indirizzo:'],
  initials: ['Iniziali:'],
  witness: ['Testimone:', 'Testimone'],
  place: ['Luogo', 'Luogo:'],
  behalf: ['Per {a}', 'Per conto di {a}'],
};

const PORTUGUESE: Words = {
  titles: ['CONTRATO DE PRESTAÇÃO DE SERVIÇOS', 'Contrato de locação', 'Acordo de confidencialidade'],
  preamble: ['O presente contrato é celebrado em {d} entre {a} (doravante “{A}”) e {b} (doravante “{B}”).'],
  clauses: [
    'Confidencialidade. Cada parte manterá em sigilo as informações da outra parte.',
    'Prazo. O contrato vigora por doze meses a partir da assinatura.',
    'Foro. Este contrato é regido pelas leis do Brasil.',
  ],
  closings: [
    'E por estarem assim justas e contratadas, as partes assinam o presente contrato em duas vias.',
    'As partes assinam o presente contrato.',
  ],
  roles: [
    ['Contratante', 'Contratada'],
    ['Locador', 'Locatário'],
    ['Vendedor', 'Comprador'],
  ],
  companies: ['Silva Tecnologia Ltda.', 'Atlântico Logística S.A.', 'Oliveira Consultoria Ltda.'],
  people: ['Ana Paula Silva', 'João Pereira', 'Carlos Souza'],
  positions: ['Diretor', 'Sócia-administradora'],
  day: '3 de março de 2026',
  signature: ['Assinatura:', 'Assinatura'],
  name: ['Nome:', 'Nome completo:'],
  title: ['Cargo:', 'Função:'],
  date: ['Data:', 'Local e data'],
  company: ['Empresa:', 'Razão social:'],
  email: ['E-mail:'],
  address: ['Endereço:'],
  initials: ['Rubrica:'],
  witness: ['Testemunha:', 'Testemunha 1'],
  place: ['Local', 'Local:'],
  behalf: ['Por {a}', 'Em nome de {a}'],
};

const POLISH: Words = {
  titles: ['UMOWA O ŚWIADCZENIE USŁUG', 'Umowa najmu', 'Umowa o zachowaniu poufności'],
  preamble: [
    'Niniejsza umowa została zawarta w dniu {d} pomiędzy {a} (zwaną dalej „{A}”) a {b} (zwaną dalej „{B}”).',
  ],
  clauses: [
    'Poufność. Każda ze stron zachowa w poufności informacje drugiej strony.',
    'Okres. Umowa została zawarta na okres dwunastu miesięcy.',
    'Prawo właściwe. Umowa podlega prawu polskiemu.',
  ],
  closings: ['Umowę sporządzono w dwóch jednobrzmiących egzemplarzach.', 'Podpisy stron:'],
  roles: [
    ['Zleceniodawca', 'Zleceniobiorca'],
    ['Zamawiający', 'Wykonawca'],
    ['Wynajmujący', 'Najemca'],
    ['Sprzedający', 'Kupujący'],
  ],
  companies: ['Nowak i Wspólnicy Sp. z o.o.', 'Bałtyk Logistyka S.A.', 'Zielony Dom Sp. z o.o.'],
  people: ['Anna Kowalska', 'Piotr Zieliński', 'Marek Nowak'],
  positions: ['Prezes Zarządu', 'Dyrektor'],
  day: '3 marca 2026 r.',
  signature: ['Podpis:', 'Podpis', '(podpis)'],
  name: ['Imię i nazwisko:', 'Nazwisko:'],
  title: ['Stanowisko:', 'Funkcja:'],
  date: ['Data:', 'Data'],
  company: ['Firma:', 'Nazwa firmy:'],
  email: ['E-mail:'],
  address: ['Adres:'],
  initials: ['Parafa:'],
  witness: ['Świadek:', 'Świadek'],
  place: ['Miejscowość', 'Miejsce:'],
  behalf: ['W imieniu {a}', 'Za {a}'],
};

const DUTCH: Words = {
  titles: ['Dienstverleningsovereenkomst', 'HUUROVEREENKOMST', 'Geheimhoudingsovereenkomst'],
  preamble: ['Deze overeenkomst is gesloten op {d} tussen {a} (hierna: “{A}”) en {b} (hierna: “{B}”).'],
  clauses: [
    'Geheimhouding. Elke partij houdt de informatie van de andere partij geheim.',
    'Duur. De overeenkomst wordt aangegaan voor twaalf maanden.',
    'Toepasselijk recht. Op deze overeenkomst is Nederlands recht van toepassing.',
  ],
  closings: ['Aldus overeengekomen en in tweevoud ondertekend.', 'Partijen ondertekenen deze overeenkomst.'],
  roles: [
    ['Opdrachtgever', 'Opdrachtnemer'],
    ['Verhuurder', 'Huurder'],
    ['Verkoper', 'Koper'],
  ],
  companies: ['De Vries Techniek B.V.', 'Amstel Logistiek N.V.', 'Jansen Bouw B.V.'],
  people: ['Jan de Vries', 'Femke Bakker', 'Pieter Visser'],
  positions: ['Directeur', 'Bestuurder'],
  day: '3 maart 2026',
  signature: ['Handtekening:', 'Handtekening', 'Getekend:'],
  name: ['Naam:', 'Naam'],
  title: ['Functie:', 'Functie'],
  date: ['Datum:', 'Datum'],
  company: ['Bedrijf:', 'Bedrijfsnaam:'],
  email: ['E-mail:'],
  address: ['Adres:'],
  initials: ['Paraaf:'],
  witness: ['Getuige:', 'Getuige'],
  place: ['Plaats', 'Plaats:'],
  behalf: ['Namens {a}', 'Voor {a}'],
};

/** English appears more often, as it does among contracts. */
export const LANGUAGES: readonly (readonly [string, Words])[] = [
  ...Array.from({ length: 9 }, () => ['en', ENGLISH] as const),
  ['de', GERMAN],
  ['de', GERMAN],
  ['fr', FRENCH],
  ['fr', FRENCH],
  ['es', SPANISH],
  ['it', ITALIAN],
  ['pt', PORTUGUESE],
  ['pl', POLISH],
  ['nl', DUTCH],
];
