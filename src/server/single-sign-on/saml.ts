import { createHash } from 'node:crypto';
import { SAML, ValidateInResponseTo, type Profile } from '@node-saml/node-saml';
import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import type {
  AssertedPerson,
  Connection,
  SignInProblem,
} from '#domain/organization/identity/single-sign-on.ts';
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
  const never = { newId: () => '', isOpen: () => Promise.resolve(false) };
  return createLibrary(connection, answerUrl, never).generateServiceProviderMetadata(null);
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
  requirePlainResponse(response);
  const profile = await validateResponse(connection, answerUrl, response, isOpen);
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
  if (nameId?.Format === TRANSIENT) throw new InvalidAnswer('a transient name identifies nobody');
  return {
    requestId: confirmed.InResponseTo,
    assertionHash: createHash('sha256').update(attributes.ID).digest('hex'),
    person: toAssertedPerson({
      subject,
      email: findAttribute(profile, EMAIL_NAMES) ?? (nameId?.Format === EMAIL_FORMAT ? subject : null),
      name:
        findAttribute(profile, NAME_NAMES) ??
        [findAttribute(profile, GIVEN_NAMES), findAttribute(profile, FAMILY_NAMES)]
          .filter((part) => part !== null)
          .join(' '),
    }),
  };
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const EMAIL_NAMES = [
  'email',
  'mail',
  'emailAddress',
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
 * for which collisions are known. The library would accept both as long as one signature is valid.
 */
function requirePlainResponse(response: string): void {
  const elements = parseElements(Buffer.from(response, 'base64').toString());
  if (elements.filter(({ name }) => name === 'Assertion').length !== 1)
    throw new InvalidAnswer('the response must have one assertion');
  const algorithms = elements
    .filter(({ name }) => name === 'SignatureMethod' || name === 'DigestMethod')
    .map(({ attributes }) => attributes['Algorithm'] ?? '');
  if (algorithms.some((algorithm) => /sha1$|md5$/i.test(algorithm)))
    throw new InvalidAnswer('the signature uses an algorithm that is no longer safe');
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
  response: string,
  isOpen: (requestId: string) => Promise<boolean>,
): Promise<Profile> {
  const library = createLibrary(connection, answerUrl, { newId: () => '', isOpen });
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
  });
}

function isPast(moment: string): boolean {
  const milliseconds = Date.parse(moment);
  return Number.isNaN(milliseconds) || milliseconds + LIMITS.samlClockSkewMs <= Date.now();
}

function findAttribute({ attributes }: Profile, names: readonly string[]): string | null {
  const known = new Map(Object.entries((attributes ?? {}) as Record<string, unknown>));
  for (const name of names) {
    const value = known.get(name);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && first.trim() !== '') return first.trim();
  }
  return null;
}
