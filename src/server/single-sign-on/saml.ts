import { createHash } from 'node:crypto';
import { SAML, ValidateInResponseTo, type Profile } from '@node-saml/node-saml';
import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import type {
  AssertedPerson,
  Connection,
  SignInProblem,
} from '#domain/organization/identity/single-sign-on.ts';
import './ec-signatures.ts';
import { toAssertedPerson } from './claimed-person.ts';
import { parseXmlElements, XmlProblem, type XmlElement } from './xml-elements.ts';

type SamlConnection = Connection & { readonly settings: { readonly kind: 'saml' } };

/** Thrown for an answer that isn't valid. The message is for the log. */
export class InvalidAnswer extends Error {
  override readonly name = 'InvalidAnswer';
}

/**
 * A valid answer: the request that it answers, the person that it is about, and the assertion, which can't be
 * used again.
 */
export type SamlAnswer = {
  readonly requestId: string;
  readonly assertionHash: string;
  readonly person: AssertedPerson | SignInProblem;
};

/** Checks whether a connection uses SAML. */
export function isSaml(connection: Connection): connection is SamlConnection {
  return connection.settings.kind === 'saml';
}

/** Returns the URL of a sign-in request (HTTP-Redirect binding). */
export async function buildSamlSignInUrl(
  connection: SamlConnection,
  answerUrl: string,
  requestId: string,
): Promise<string> {
  const library = createLibrary(connection, answerUrl, {
    newId: () => requestId,
    isOpen: () => Promise.resolve(true),
  });
  return await library.getAuthorizeUrlAsync('', undefined, {});
}

/** Returns the metadata that administrators give to their identity provider. */
export function buildSamlMetadata(connection: SamlConnection, answerUrl: string): string {
  // Stays the same, since providers compare what they read again. An XML ID starts with a letter or an underscore.
  const id = `_${createHash('sha256').update(answerUrl).digest('hex')}`;
  const never = { newId: () => id, isOpen: () => Promise.resolve(false) };
  // Providers that aren't told would send names that are different at each sign-in.
  const more = { identifierFormat: PERSISTENT };
  return createLibrary(connection, answerUrl, never, more).generateServiceProviderMetadata(null);
}

/**
 * Checks an answer of the HTTP-POST binding. `isOpen` tells whether a request was sent and is still waiting.
 * Throws InvalidAnswer. The caller has to check whether the assertion was used before.
 */
export async function readSamlAnswer(
  connection: SamlConnection,
  answerUrl: string,
  response: string,
  isOpen: (requestId: string) => Promise<boolean>,
): Promise<SamlAnswer> {
  const isSigned = requirePlainResponse(connection, answerUrl, response);
  const profile = await validateResponse(connection, answerUrl, { response, isSigned }, isOpen);
  // The library compares an attribute of the response, which doesn't have to be signed. The code below reads
  // only what is signed.
  const assertion = signedAssertion.safeParse(profile.getAssertion?.());
  if (!assertion.success)
    throw new InvalidAnswer('the assertion lacks what the web browser profile requires');
  const { $: attributes, Issuer, Subject, Conditions } = assertion.data.Assertion;
  if (Issuer[0]._ !== connection.settings.entityId) throw new InvalidAnswer('another issuer');
  const [{ NameID, SubjectConfirmation }] = Subject;
  const confirmed = SubjectConfirmation.filter(({ $ }) => $.Method === BEARER)
    .flatMap(({ SubjectConfirmationData }) => SubjectConfirmationData.map(({ $ }) => $))
    .find(({ Recipient, InResponseTo }) => Recipient === answerUrl && InResponseTo === profile.inResponseTo);
  if (confirmed === undefined) throw new InvalidAnswer('the subject is confirmed for another request');
  if (isPast(confirmed.NotOnOrAfter) || isPast(Conditions[0].$.NotOnOrAfter))
    throw new InvalidAnswer('the assertion has expired');
  const [{ _: subject, $: nameId }] = NameID;
  const { emailAttribute } = connection.settings;
  if (nameId?.Format === TRANSIENT) throw new InvalidAnswer('a transient name identifies nobody');
  return {
    requestId: confirmed.InResponseTo,
    assertionHash: createHash('sha256').update(attributes.ID).digest('hex'),
    person: toAssertedPerson({
      subject,
      email:
        emailAttribute === null
          ? (findAttribute(profile, EMAIL_NAMES) ?? findAddress(subject, nameId?.Format))
          : findAttribute(profile, [emailAttribute]),
      name:
        findAttribute(profile, NAME_NAMES) ??
        [findAttribute(profile, GIVEN_NAMES), findAttribute(profile, FAMILY_NAMES)]
          .filter((part) => part !== null)
          .join(' '),
    }),
  };
}

/**
 * Returns the request that a response claims to answer. Nothing is checked, so this may only decide where to
 * say what is wrong.
 */
export function peekRequestId(response: string): string | null {
  try {
    return parseElements(Buffer.from(response, 'base64').toString())[0]?.attributes['InResponseTo'] ?? null;
  } catch (error) {
    if (error instanceof InvalidAnswer) return null;
    throw error;
  }
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const EMAIL_NAMES = [
  'email',
  'mail',
  'emailAddress',
  'user.email',
  `${CLAIMS}/emailaddress`,
  'urn:oid:0.9.2342.19200300.100.1.3',
];
const NAME_NAMES = [
  ...['displayName', 'name', 'cn', `${CLAIMS}/name`, 'urn:oid:2.16.840.1.113730.3.1.241'],
  'http://schemas.microsoft.com/identity/claims/displayname',
];
const GIVEN_NAMES = ['givenName', 'firstName', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'];
const FAMILY_NAMES = ['surname', 'sn', 'lastName', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'];

/**
 * What the profile requires of an assertion (SAML profiles, section 4.1.4.2), in the form in which the
 * library parses it.
 */
const oneText = z.tuple([z.looseObject({ _: z.string().min(1) })]);
const signedAssertion = z.looseObject({
  Assertion: z.looseObject({
    $: z.looseObject({ ID: z.string().min(1) }),
    Issuer: oneText,
    Subject: z.tuple([
      z.looseObject({
        NameID: z.tuple([
          z.looseObject({
            _: z.string().min(1),
            $: z.looseObject({ Format: z.string().optional() }).optional(),
          }),
        ]),
        SubjectConfirmation: z.array(
          z.looseObject({
            $: z.looseObject({ Method: z.string() }),
            SubjectConfirmationData: z.array(
              z.looseObject({
                $: z.looseObject({
                  Recipient: z.string().optional(),
                  InResponseTo: z.string().default(''),
                  NotOnOrAfter: z.string().default(''),
                }),
              }),
            ),
          }),
        ),
      }),
    ]),
    Conditions: z.tuple([
      z.looseObject({
        $: z.looseObject({ NotOnOrAfter: z.string() }),
        AudienceRestriction: z.array(z.unknown()).min(1),
      }),
    ]),
  }),
});

/**
 * Refuses what only attackers send: a second assertion anywhere in the response, and signatures with SHA-1,
 * for which collisions are known. The library would accept both as long as one signature is valid. Refuses
 * also what the response itself says if it isn't for us, from the provider, or good news (SAML bindings,
 * section 3.5.5.2, and profiles, section 4.1.4.3). Returns whether the response is signed.
 */
function requirePlainResponse({ settings }: SamlConnection, answerUrl: string, response: string): boolean {
  const elements = parseElements(Buffer.from(response, 'base64').toString());
  const [root] = elements;
  if (root?.name !== 'Response' || root.uri !== PROTOCOL) throw new InvalidAnswer('it is not a response');
  const selectElements = (depth: number, uri: string, name: string) =>
    elements.filter((one) => one.path.length === depth && one.uri === uri && one.name === name);
  requireSuccess(selectElements(2, PROTOCOL, 'StatusCode'), selectElements(2, PROTOCOL, 'StatusMessage'));
  if (elements.filter(({ name }) => name === 'Assertion').length !== 1)
    throw new InvalidAnswer('the response must have one assertion that is not encrypted');
  const algorithms = elements
    .filter(({ name }) => name === 'SignatureMethod' || name === 'DigestMethod')
    .map(({ attributes }) => attributes['Algorithm'] ?? '');
  if (algorithms.some((algorithm) => /sha1$|md5$/i.test(algorithm)))
    throw new InvalidAnswer('the signature uses an algorithm that is no longer safe');
  if (selectElements(1, ASSERTION, 'Issuer').some(({ text }) => text.trim() !== settings.entityId))
    throw new InvalidAnswer('the response is from another issuer');
  const isSigned = selectElements(1, SIGNATURE, 'Signature').length > 0;
  const destination = root.attributes['Destination'] ?? (isSigned ? '' : answerUrl);
  if (destination !== answerUrl) throw new InvalidAnswer('the destination of the response is another one');
  return isSigned;
}

function requireSuccess(codes: readonly XmlElement[], messages: readonly XmlElement[]): void {
  const [code, ...others] = codes.map(({ attributes }) => attributes['Value'] ?? '');
  if (code === SUCCESS && others.length === 0) return;
  const said = [code?.split(':').at(-1), messages[0]?.text.trim()].filter(Boolean).join(': ');
  throw new InvalidAnswer(`the provider answered with a status other than success: ${said}`);
}

function parseElements(xml: string): readonly XmlElement[] {
  try {
    return parseXmlElements(xml);
  } catch (error) {
    if (error instanceof XmlProblem) throw new InvalidAnswer(error.message, { cause: error });
    throw error;
  }
}

async function validateResponse(
  connection: SamlConnection,
  answerUrl: string,
  { response, isSigned }: { readonly response: string; readonly isSigned: boolean },
  isOpen: (requestId: string) => Promise<boolean>,
): Promise<Profile> {
  const seams = { newId: () => '', isOpen };
  const library = createLibrary(connection, answerUrl, seams, { wantAuthnResponseSigned: isSigned });
  try {
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse: response });
    if (profile !== null) return profile;
  } catch (error) {
    throw new InvalidAnswer(error instanceof Error ? error.message : 'unknown', { cause: error });
  }
  throw new InvalidAnswer('the response has no assertion');
}

/**
 * Creates the SAML library. The identity provider signs assertions with one of its certificates, and may sign
 * its response as well.
 */
function createLibrary(
  { settings }: SamlConnection,
  answerUrl: string,
  seams: { readonly newId: () => string; readonly isOpen: (requestId: string) => Promise<boolean> },
  more: { readonly identifierFormat?: string; readonly wantAuthnResponseSigned?: boolean } = {},
): SAML {
  return new SAML({
    entryPoint: settings.signInUrl,
    idpIssuer: settings.entityId,
    idpCert: settings.certificates.map((certificate) => certificate),
    issuer: answerUrl,
    audience: answerUrl,
    callbackUrl: answerUrl,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    acceptedClockSkewMs: LIMITS.samlClockSkewMs,
    maxAssertionAgeMs: LIMITS.samlAssertionAgeMs,
    // Providers know best how their people sign in and which of their name identifiers are permanent.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: seams.newId,
    cacheProvider: {
      saveAsync: (_key, value) => Promise.resolve({ value, createdAt: Date.now() }),
      getAsync: async (key) => ((await seams.isOpen(key)) ? new Date().toISOString() : null),
      removeAsync: (key) => Promise.resolve(key),
    },
    ...more,
  });
}

function isPast(moment: string): boolean {
  const milliseconds = Date.parse(moment);
  return Number.isNaN(milliseconds) || milliseconds + LIMITS.samlClockSkewMs <= Date.now();
}

/** Finds an attribute by one of its names, whatever their case. */
function findAttribute({ attributes }: Profile, names: readonly string[]): string | null {
  const known = new Map(
    Object.entries((attributes ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  for (const name of names) {
    const value = known.get(name.toLowerCase());
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && first.trim() !== '') return first.trim();
  }
  return null;
}

/** Returns a name if it is an address, because the provider says so or doesn't say what it is. */
function findAddress(name: string, format: string | undefined): string | null {
  return format === EMAIL_FORMAT || (format ?? UNSPECIFIED) === UNSPECIFIED ? name : null;
}
