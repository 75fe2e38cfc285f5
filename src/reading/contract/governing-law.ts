import type { Finding } from '#reading/dates/agreement-date.ts';
import { type ContractText, findSentence, getSource } from '#reading/contract/contract-text.ts';

const CUE =
  /(?:govern(?:ed|ing)?|constru(?:ed|al)|interpreted|enforced|controlled|subject(?: only)?|determined|regulated|under|according|accordance|pursuant|consistent)(?:[^.;]|\.(?! [A-Z])){0,140}?\b(?:laws?|legislation|statutes?)\b,?(?:\s\([^)]{0,100}\))?(?:,? (?:other than|excluding|without|exclusive of|including|and not)[^.]{0,80}?,)?(?: and (?:judicial decisions|regulations|jurisdiction|decisions|courts|usages))?(?: applicable)?(?:\s(?:of|in|from)|(?= as in effect in)|(?= (?:the )?(?:State|Commonwealth|Province) of))/gi;
const ADJECTIVE =
  /(?:governed|construed|interpreted|subject)(?:[^.;]|\.(?! [A-Z])){0,100}?(?:by|under|with|to) (?:the )?(?:laws? of )?(?:(?:internal|substantive|domestic|applicable) )?((?:[A-Z][\p{L}.]+ ){0,2}[A-Z][\p{L}]+) (?:state )?law(?:s)?\b/gu;
/** Matches "The laws of California shall govern." */
const LAW_FIRST =
  /\blaws? of (?=[^.;]{3,70}(?:shall|will|is to|does|do|to)?\s?(?:govern|appl(?:y|ies)|control|be applied|be applicable))/gi;
const LANGUAGES: readonly RegExp[] = [
  /(?:es gilt|unterliegt|gilt)(?: ausschließlich)?(?: dem| das)?(?: materielle[nms]?)? (?:recht (?:der|des|von) )?(Bundesrepublik Deutschland|deutsche[smn]?|österreichische[smn]?|schweizerische[smn]?|Deutschlands|Österreichs|Republik Österreich|Schweiz)/iu,
  /(?:régi|soumis)[^.]{0,60}?(?:au|par le|à la) (?:droit|loi) (français|française|belge|suisse|luxembourgeois|québécois)/iu,
  /(?:regirá|rige|sujet[oa])[^.]{0,80}?(?:ley(?:es)?|legislación) (?:de |del )?(españolas?|mexicanas?|argentinas?|España|México|Argentina|Chile|Colombia)/iu,
  /(?:regolat|disciplinat|soggett)[^.]{0,60}?legge (italiana)/iu,
  /(?:beheerst|onderworpen)[^.]{0,60}?(Nederlands|Belgisch) recht/iu,
  /(Nederlands|Belgisch) recht (?:is )?(?:uitsluitend )?van toepassing/iu,
  /(deutsches|österreichisches|schweizerisches) recht (?:anwendung|anwendbar|maßgeblich|gilt)/iu,
  /(?:regid[oa]|sujeit[oa]|rege-se)[^.]{0,60}?(?:leis?|legislação) (?:da |do |de |d[ao] república (?:federativa )?d[ao] )?(brasil|brasileiras?|portugal|portuguesas?)/iu,
  /podlega[^.]{0,40}?prawu (polskiemu)/iu,
];
const COUNTRIES: Readonly<Record<string, string>> = {
  english: 'England',
  german: 'Germany',
  french: 'France',
  swiss: 'Switzerland',
  dutch: 'Netherlands',
  italian: 'Italy',
  spanish: 'Spain',
  japanese: 'Japan',
  chinese: 'China',
  prc: 'China',
  irish: 'Ireland',
  israeli: 'Israel',
  indian: 'India',
  danish: 'Denmark',
  swedish: 'Sweden',
  norwegian: 'Norway',
  finnish: 'Finland',
  belgian: 'Belgium',
  austrian: 'Austria',
  canadian: 'Canada',
  australian: 'Australia',
  brazilian: 'Brazil',
  mexican: 'Mexico',
  scottish: 'Scotland',
  scots: 'Scotland',
  korean: 'Korea',
  singaporean: 'Singapore',
  'hong kong': 'Hong Kong',
  polish: 'Poland',
  russian: 'Russia',
  turkish: 'Turkey',
  greek: 'Greece',
  portuguese: 'Portugal',
  delaware: 'Delaware',
  'bundesrepublik deutschland': 'Germany',
  deutsches: 'Germany',
  deutschem: 'Germany',
  deutschen: 'Germany',
  deutsche: 'Germany',
  deutschlands: 'Germany',
  österreichisches: 'Austria',
  österreichischem: 'Austria',
  österreichischen: 'Austria',
  österreichs: 'Austria',
  'republik österreich': 'Austria',
  schweizerisches: 'Switzerland',
  schweizerischem: 'Switzerland',
  schweizerischen: 'Switzerland',
  schweiz: 'Switzerland',
  français: 'France',
  française: 'France',
  belge: 'Belgium',
  suisse: 'Switzerland',
  luxembourgeois: 'Luxembourg',
  québécois: 'Quebec',
  española: 'Spain',
  españolas: 'Spain',
  españa: 'Spain',
  mexicana: 'Mexico',
  mexicanas: 'Mexico',
  méxico: 'Mexico',
  argentina: 'Argentina',
  italiana: 'Italy',
  brasil: 'Brazil',
  brasileira: 'Brazil',
  brasileiras: 'Brazil',
  portugal: 'Portugal',
  portuguesa: 'Portugal',
  portuguesas: 'Portugal',
  polskiemu: 'Poland',
  nederlands: 'Netherlands',
  belgisch: 'Belgium',
};
const STATES =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|District of Columbia|Puerto Rico';
const PLACES = `${STATES}|British Columbia|Alberta|Ontario|Quebec|Québec|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|New South Wales|Victoria|Queensland|England and Wales|England|Scotland|Northern Ireland|Ireland|United Kingdom|Germany|France|Italy|Spain|Portugal|Netherlands|Belgium|Luxembourg|Switzerland|Austria|Denmark|Sweden|Norway|Finland|Iceland|Poland|Czech Republic|Hungary|Greece|Cyprus|Malta|Israel|Turkey|Russia|Russian Federation|Ukraine|India|Japan|Singapore|Hong Kong|Taiwan|Korea|China|Macau|Malaysia|Thailand|Indonesia|Philippines|Vietnam|Australia|New Zealand|South Africa|Nigeria|Kenya|Egypt|United Arab Emirates|Dubai|Brazil|Mexico|Argentina|Chile|Colombia|Peru|Panama|Bermuda|Cayman Islands|British Virgin Islands|Bahamas|Jersey|Guernsey|Isle of Man|Gibraltar|Liechtenstein|Canada|United States`;
const PLACE_AT_START = new RegExp(
  String.raw`^[\s,]*(?:the )?(?:internal |domestic )?(?:(?:state|commonwealth|province|republic|kingdom|federal republic|people'?s republic|grand duchy|special administrative region|country|territory|district|courts|government) of (?:the )?)?(?:state of )?(${PLACES}|U\.?S\.?A?\.?(?! ?\w))(?![\p{L}])(?:,? (?:and|or) (?:of )?(?:the )?(?:(?:state|commonwealth|province) of )?(${STATES}|Canada)(?![\p{L}]))?`,
  'iu',
);
const UNITED_STATES = /^(?:u\.?s\.?a?\.?|united states)$/i;
const NEXT_PLACE = new RegExp(
  String.raw`^(?: of America)?[^.]{0,90}?(?:\band\b|,)[^.]{0,60}?(?:laws? of )?(?:the )?(?:internal laws of )?(?:the )?(?:state|commonwealth) of (${STATES})(?![\p{L}])`,
  'iu',
);
const NAMED_PLACE =
  /^[\s,]*(?:the )?(?:state|commonwealth|province|republic|kingdom|sultanate|principality) of ((?:[A-Z][\p{L}]+(?: (?=[A-Z]))?){1,3})/u;
const SHOUTED =
  /^[\s,]*THE (?:STATE|COMMONWEALTH|PROVINCE) OF ([A-Z]+(?: (?:YORK|JERSEY|MEXICO|HAMPSHIRE|CAROLINA|DAKOTA|ISLAND|VIRGINIA|COLUMBIA))?)/;
const ABOUT_ENTITY =
  /(?:organi[sz]ed|incorporated|existing|formed|duly|corporation|company|registered)[^.;]{0,60}$/i;
const GOVERNS = /govern|constru|interpret/i;

/** Returns the state or country whose law governs the contract, from the first clause that says so. */
export function findGoverningLaw(contract: ContractText): Finding | null {
  const { text } = contract;
  const clauses = [...text.matchAll(CUE)].flatMap((match) =>
    findLaws(text, match.index, match.index + match[0].length),
  );
  const first = [...text.matchAll(LAW_FIRST)].flatMap(({ index, 0: words }) => {
    const place = readPlace(text.slice(index + words.length, index + words.length + 160));
    return place === null ? [] : [{ place, at: index, weight: 1.5 }];
  });
  const adjectives = [
    ...text.matchAll(ADJECTIVE),
    ...LANGUAGES.flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'giu'))]),
  ].flatMap((match) => {
    const name = (match[1] ?? '').toLowerCase();
    const place = COUNTRIES[name] ?? findKnownPlace(match[1] ?? '');
    return place === null ? [] : [{ place, at: match.index, weight: 2 }];
  });
  const best = [...clauses, ...first, ...adjectives].toSorted(
    (a, b) => b.weight - a.weight || a.at - b.at,
  )[0];
  if (best === undefined) return null;
  const sentence = findSentence(text, best.at);
  return {
    value: best.place,
    confidence: best.weight >= 2 ? 0.95 : 0.6,
    ...getSource(contract, sentence.start, sentence.end, best.at),
  };
}

type Law = { readonly place: string; readonly at: number; readonly weight: number };

function findLaws(text: string, at: number, end: number): Law[] {
  const clause = text.slice(at, end);
  if (ABOUT_ENTITY.test(text.slice(Math.max(0, at - 40), at)) && !GOVERNS.test(clause)) return [];
  const place = readPlace(text.slice(end, end + 160));
  if (place === null) return [];
  const around = text.slice(Math.max(0, at - 160), end);
  const agreement =
    /(?:agreement|contract|addendum|amendment|terms|rights|obligations|disputes?|guaranty|license|lease|interpretation|construction)\b/i.test(
      around,
    );
  const governs = GOVERNS.test(clause);
  return governs || agreement
    ? [
        {
          place,
          at,
          weight:
            (governs ? 2 : 0.5) + (agreement && governs ? 0.5 : 0) - (place === 'United States' ? 1 : 0),
        },
      ]
    : [];
}

function readPlace(rest: string): string | null {
  const match = PLACE_AT_START.exec(rest);
  if (match?.[1] === undefined) {
    const named = NAMED_PLACE.exec(rest)?.[1] ?? SHOUTED.exec(rest)?.[1];
    return named === undefined ? null : toTitleCase(named.trim());
  }
  if (!UNITED_STATES.test(match[1])) return toTitleCase(match[1]);
  const state = match[2] ?? NEXT_PLACE.exec(rest.slice(match[0].length))?.[1];
  return state === undefined ? 'United States' : toTitleCase(state);
}

function findKnownPlace(name: string): string | null {
  const place = new RegExp(`^(?:${PLACES})$`, 'iu').exec(name)?.[0];
  return place === undefined ? null : toTitleCase(place);
}

function toTitleCase(name: string): string {
  if (name !== name.toUpperCase()) return name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return name.toLowerCase().replace(/(?<![\p{L}])(?!of\b|and\b)\p{L}/gu, (letter) => letter.toUpperCase());
}
