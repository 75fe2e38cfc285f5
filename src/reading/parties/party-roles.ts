/** Role words for parties by language. The code below adds endings for gender and number. */
const ROLES: readonly (readonly [endings: string, words: string])[] = [
  [
    's?',
    [
      'company|corporation|client|customer|buyer|seller|purchaser|supplier|vendor|distributor|reseller|licensor|licensee|lessor',
      'lessee|landlord|(?:co-?)?tenant|employer|employee|executive|consultant|(?:sub-?)?contractor|recipient|franchisor|franchisee',
      '(?:service )?provider|lender|(?:co-?)?borrower|(?:co-?|personal )?guarantor|surety|principal|manufacturer|owner|operator',
      '(?:(?:escrow|administrative|collateral|placement|exclusive) )?agent|party [a-d1-4]|(?:(?:first|second|third) )?party',
      '(?:disclosing|receiving|secured) party|sponsor|artist|author|publisher|investor|subscriber|developer|partner|venturer',
      'assignor|assignee|transferor|transferee|grantor|grantee|(?:sub-?)?licensee|pledgor|pledgee|issuer|servicer|trustee|bank',
      'advis[eo]r|broker|dealer|shipper|carrier|advertiser|affiliate|merchant|mortgagor|mortgagee|chargor|indemnitor|indemnitee',
      'donor|donee|depositor|depositary|holder|(?:share|stock|note|warrant|policy)holder|member|(?:co-?)?maker|payor|payee|obligor|obligee',
      'debtor|creditor|covenantor|optionor|optionee|releas[oe][re]|volunteer|student|intern',
      'photographer|model|producer|performer|talent|host|guest|exhibitor|spouse|husband|wife|parent|guardian|homeowner|builder',
      'architect|engineer|processor|controller|data (?:processor|controller|exporter|importer)',
      'university|school|hospital|institution|undersigned|settlor|beneficiary|underwriter|insured|insurer|undertaking party|worker',
    ].join('|'),
  ],
  [
    '(?:in(?:nen)?|n|s)?',
    [
      '(?:unter)?vermieter|(?:unter|haupt)?mieter|käufer|verkäufer|auftraggeber|auftragnehmer|arbeitgeber|arbeitnehmer|lizenzgeber',
      'lizenznehmer|darlehensgeber|darlehensnehmer|kreditgeber|kreditnehmer|verpächter|pächter|besteller|unternehmer|kunde|anbieter',
      'dienstleister|lieferant|bauherr|makler|bürge|gesellschafter|zedent|zessionar|verantwortlicher?|auftragsverarbeiter|berater',
      'franchisegeber|franchisenehmer|leasinggeber|leasingnehmer|versicherungsnehmer|eigentümer|hersteller|händler|erwerber|veräußerer',
    ].join('|'),
  ],
  [
    'e?s?',
    [
      'bailleur|bailleresse|locataire|prestataire|acheteur|acheteuse|acquéreur|vendeur|vendeuse|employeur|salarié|fournisseur|client',
      'cédant|cessionnaire|preneur|emprunteur|prêteur|caution|mandant|mandataire|propriétaire|franchiseur|franchisé|éditeur|auteur',
      "concédant|concessionnaire|licencié|sous-traitant|maître d['’]ouvrage|maître d['’]œuvre|stagiaire|associé|donneur d['’]ordre",
      'responsable (?:de|du) traitement|partie (?:divulgatrice|réceptrice)|distributeur|consultant|société',
    ].join('|'),
  ],
  [
    '(?:[ao]?s?|es)',
    [
      'arrendador|arrendatari[oa]|comprador|vendedor|cliente|proveedor|prestador|empleador|trabajador|patr[óo]n|prestamista',
      'prestatari[oa]|fiador|avalista|cedente|cesionari[oa]|propietari[oa]|inquilin[oa]|licenciante|licenciatari[oa]|mandante',
      'mandatari[oa]|contratista|distribuidor|franquiciante|franquiciad[oa]|consultor|contratante|contratad[ao]|empresa|sociedad',
      'parte (?:divulgadora|receptora|reveladora)|prestatari[oa]|suministrador|deudor|acreedor|transmitente|adquirente',
      'locador|locatári[oa]|empregador|empregad[oa]|fornecedor|mutuante|mutuári[oa]|cessionári[oa]|senhorio|arrendatári[oa]|promitente',
      '(?:primeir|segund|terceir)[oa] (?:outorgante|contraente)|outorgante|trabalhador|franqueador|comitente|licenciad[oa]',
      'locatore|locatrice|conduttore|conduttrice|venditore|venditrice|acquirente|compratore|fornitore|committente|appaltatore',
      'parte (?:divulgante|ricevente)|datore di lavoro|lavoratore|lavoratrice|preponente|concedente|comodante|comodatario',
      'cessionario|mutuatario|proprietario|licenziante|licenziatario|prestatore|somministrante|affittuario|utilizzatore|agente|consulente',
    ].join('|'),
  ],
  [
    '(?:s|in|ster)?',
    [
      'verhuurder|huurder|koper|verkoper|opdrachtgever|opdrachtnemer|werkgever|werknemer|leverancier|afnemer|klant|verwerker',
      'verwerkingsverantwoordelijke|licentiegever|licentienemer|franchisegever|franchisenemer|geldgever|geldlener|aannemer|borg',
      'aandeelhouder|pandgever|pandhouder|dienstverlener|pachter|verpachter|deelnemer',
    ].join('|'),
  ],
  [
    '',
    [
      'zleceniodawca|zleceniobiorca|zamawiający|wykonawca|wynajmujący|najemca|sprzedający|kupujący|sprzedawca|pracodawca|pracownik',
      'pożyczkodawca|pożyczkobiorca|kredytobiorca|licencjodawca|licencjobiorca|dzierżawca|wydzierżawiający|dostawca|odbiorca',
      'usługodawca|usługobiorca|klient|poręczyciel|administrator|podmiot przetwarzający',
    ].join('|'),
  ],
];

/** Words that come before a signer: "For the …", "Pour le …". */
const LEADS =
  /^(?:(?:(?:for|by|für|pour|por|per|voor|namens|dla)(?: and on behalf of)?|(?:signed|executed|accepted|agreed)(?: (?:for and on behalf of|by))?)\s)?(?:(?:the|der|die|das|den|le|la|les|el|los|las|il|lo|gli|i|o|a|os|as|de|het)\s|l['’])?/iu;
const ROLE = new RegExp(
  `^(?:master )?(?:sub-?)?(?:${ROLES.map(([endings, words]) => `(?:${words})${endings}`).join('|')})$`,
  'iu',
);

/** Checks whether words are nothing but a role: "Licensor", "(Licensee):", "Pour le Prestataire". */
export function isRole(words: string): boolean {
  return ROLE.test(withoutLead(words).replace(/^["“„«»\s]+|["”“»\s]+$/gu, ''));
}

/** Removes brackets, end punctuation, and leading words: "For the “Buyer”:" → "Buyer". */
export function withoutLead(words: string): string {
  return words
    .replace(/^[\s("“„«]+|[\s"”»):,;.]+$/gu, '')
    .replace(LEADS, '')
    .replace(/^["“„«\s]+/u, '');
}
